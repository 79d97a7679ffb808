/**
 * The frames of two kinds of scales, as their manuals describe them. Pure: text in, readings out. A scale weighs in
 * kilogrammes or grams; a frame in other units is not read.
 */
import type { ScaleProtocol } from '../contract/hardware.ts'

/** `grams` is a whole number above zero, or 0 for an empty scale. */
export type ScaleReading = { is: 'stable'; grams: number } | { is: 'moving' | 'negative' | 'overload' }

interface Frames {
  line: { baudRate: number; dataBits: 7 | 8; parity: 'even' | 'none' }
  /** What makes the scale answer; null: it sends by itself, several times a second. */
  ask: string | null
  /** Returns the newest whole frame; null: there is none yet. */
  read(text: string): ScaleReading | null
}

const gramsPer: Record<string, number> = { kg: 1000, g: 1 }

const stable = (value: string, unit: string): ScaleReading => ({
  is: 'stable',
  grams: Math.round(Number(value) * (gramsPer[unit] ?? Number.NaN)),
})

const stx = '\x02'

/**
 * 8217: the host sends `W`. The scale answers `STX WW.WWW CR`, with `N` before CR for a net weight, or `STX ? status CR`
 * while there is no stable weight. Bits of the status: 0 moving, 1 over capacity, 2 under zero. The eighth bit is parity.
 */
const toledo8217: Frames = {
  line: { baudRate: 9600, dataBits: 7, parity: 'even' },
  ask: 'W',
  read: (text) => {
    const plain = Array.from(text, (each) => String.fromCharCode(each.charCodeAt(0) & 0x7f)).join('')
    const frame = [...plain.matchAll(new RegExp(`${stx}(?:\\?(.)| *(\\d+\\.\\d+)N?)\\r`, 'gs'))].at(-1)
    if (!frame) return null
    const [, status, weight] = frame
    if (weight !== undefined) return stable(weight, 'kg')
    const bits = status?.charCodeAt(0) ?? 0
    if (bits & 0b010) return { is: 'overload' }
    if (bits & 0b100) return { is: 'negative' }
    return { is: 'moving' }
  },
}

/**
 * The ASCII frames that CAS, A&D and many other scales send all the time: a header `ST` (stable), `US` (unstable) or `OL`
 * (overload), often `GS` or `NT`, with CAS two bytes of its own, then sign, weight and unit:
 * `ST,GS,+  0.255kg`, `ST,NT,..,   0.255 kg`, `ST,+00255.0  g`.
 */
const continuous: Frames = {
  line: { baudRate: 9600, dataBits: 8, parity: 'none' },
  ask: null,
  read: (text) => {
    const form =
      /(?<=^|\n)(ST|US|OL),(?:(?:GS|NT),)?(?:[^\r\n]{2},)?[ ]*([+-]?)[ ]*([\d.+-]*)[ ]*,?[ ]*(kg|g)?[^\r\n]*\r\n/gi
    const frame = [...text.matchAll(form)].at(-1)
    if (!frame) return null
    const [, header = '', sign, value = '', unit = ''] = frame
    if (header.toUpperCase() === 'OL') return { is: 'overload' }
    if (header.toUpperCase() === 'US') return { is: 'moving' }
    const isZero = Number(value) === 0
    if (sign === '-' && !isZero) return { is: 'negative' }
    const reading = stable(value, unit.toLowerCase())
    return reading.is === 'stable' && Number.isNaN(reading.grams) ? null : reading
  },
}

export const scaleFrames: Record<ScaleProtocol, Frames> = { toledo8217, continuous }
