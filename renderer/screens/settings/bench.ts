/** What the scanner's test bench shows. It is fed by the very reducer that the till reads scans with. */
import type { Burst, ScannerSettings } from '../../shell/scanner.ts'

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
export function addReading(
  readings: readonly Reading[],
  kind: Reading['kind'],
  { text, startedAt, lastAt }: Burst,
): Reading[] {
  const [newest, ...older] = readings
  if (kind === 'typing' && newest?.kind === 'typing' && startedAt - newest.lastAt < typingPauseMs) {
    return [{ ...newest, text: newest.text + text, lastAt }, ...older]
  }
  return [{ kind, text, startedAt, lastAt }, ...readings].slice(0, most)
}

/** Average milliseconds between two keys; null for a single one. */
export const averageGap = ({ text, startedAt, lastAt }: Reading): number | null =>
  text.length < 2 ? null : Math.round((lastAt - startedAt) / (text.length - 1))

/** Why it was not taken for a scan. */
export function whyTyping(reading: Reading, { averageGapMs }: ScannerSettings): 'tooShort' | 'tooSlow' {
  const gap = averageGap(reading)
  return gap !== null && gap <= averageGapMs ? 'tooShort' : 'tooSlow'
}
