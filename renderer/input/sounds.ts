import { inBackground } from '../bridge/background.ts'

/** Short and different: a high tone for yes, a longer low one for no (as tills have it). */
const tones = { yes: { hertz: 1_320, seconds: 0.09 }, no: { hertz: 220, seconds: 0.32 } } as const

/** Milliseconds. An open sound device wakes the processor some hundred times a second, also in silence. */
const quietMs = 1_000

let enabled = true
let context: AudioContext | null = null
let rest: ReturnType<typeof setTimeout> | undefined

/** The shop's setting. */
export function enableSounds(on: boolean): void {
  enabled = on
}

const open = (): AudioContext => {
  context ??= new AudioContext()
  const device = context
  clearTimeout(rest)
  rest = setTimeout(() => inBackground(device.suspend()), quietMs)
  return device
}

/**
 * Opens the sound device at the page's first press, e.g. at the unlock. That can block for 0.2 s, which would delay
 * the first scan. A browser allows sounds only after a press.
 */
export function openSoundsAtFirstPress(): void {
  for (const press of ['pointerdown', 'keydown'] as const)
    addEventListener(press, () => enabled && open(), { once: true, capture: true })
}

export function playSound(name: keyof typeof tones): void {
  if (!enabled) return
  const device = open()
  inBackground(device.resume())
  const { hertz, seconds } = tones[name]
  const oscillator = device.createOscillator()
  const gain = device.createGain()
  const start = device.currentTime
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.15, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  oscillator.connect(gain).connect(device.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
