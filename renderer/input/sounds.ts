import { inBackground } from '../bridge/background.ts'

/** Short and different: a high tone for yes, a longer low one for no (as tills have it). */
const tones = { yes: { hertz: 1_320, seconds: 0.09 }, no: { hertz: 220, seconds: 0.32 } } as const

let enabled = true
let context: AudioContext | null = null

/** The shop's setting. */
export function enableSounds(on: boolean): void {
  enabled = on
}

export function playSound(name: keyof typeof tones): void {
  if (!enabled) return
  context ??= new AudioContext()
  inBackground(context.resume())
  const { hertz, seconds } = tones[name]
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  const start = context.currentTime
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.15, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
