/** The state of the scanner's test bench. It uses the same reducer as the till. */
import type { ScannerSettings } from '../../../input/scanner.ts'

export interface Reading {
  kind: 'scan' | 'typing'
  text: string
  startedAt: number
  lastAt: number
}

/** A person's next letter belongs to the same reading for so long, milliseconds. */
const typingPauseMs = 1_500
const most = 5

/** Newest first. Letters of a person, each a burst of its own, make one reading. */
export function addReading(readings: readonly Reading[], reading: Reading): Reading[] {
  const [newest, ...older] = readings
  const goesOn =
    newest?.kind === 'typing' &&
    reading.kind === 'typing' &&
    reading.startedAt - newest.lastAt < typingPauseMs
  if (goesOn) return [{ ...newest, text: newest.text + reading.text, lastAt: reading.lastAt }, ...older]
  return [reading, ...readings].slice(0, most)
}

/** Average milliseconds between two keys; null for a single one. */
export const averageGap = ({ text, startedAt, lastAt }: Reading): number | null =>
  text.length < 2 ? null : Math.round((lastAt - startedAt) / (text.length - 1))

/** Why it was not taken for a scan. */
export function whyTyping(reading: Reading, { averageGapMs }: ScannerSettings): 'tooShort' | 'tooSlow' {
  const gap = averageGap(reading)
  return gap !== null && gap <= averageGapMs ? 'tooShort' : 'tooSlow'
}
