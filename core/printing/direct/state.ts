/** How printers tell their state: the requests, and what the bytes of an answer mean. Pure. */
import type { DirectState } from '../../base/ports.ts'

export type Told = Pick<DirectState, 'trouble' | 'paperLow'>

export interface Dialect {
  /** Asks for the state, at any time, also in the middle of a job and with the paper out. */
  ask: Uint8Array
  /** Reads the newest state from all bytes that arrived since `ask`; null: not all of it is there. */
  state(bytes: Uint8Array): Told | null
  /** Follows the job. Its answer comes once all before it was printed. */
  confirm: Uint8Array
  /** `before`: bytes that arrived before the job, `after`: all since. */
  isConfirmed(before: Uint8Array, after: Uint8Array): boolean
}

const last = <T>(list: T[]): T | undefined => list.at(-1)

/**
 * ESC/POS. Each answer to DLE EOT is one byte of the form 0xx1xx10. DLE EOT 1 is asked for last, so that its answer
 * completes a round. The answer to GS r is 0xx0xxxx.
 */
const escPos: Dialect = {
  ask: Uint8Array.of(0x10, 0x04, 2, 0x10, 0x04, 4, 0x10, 0x04, 1),
  state: (bytes) => {
    const answers = [...bytes].filter((byte) => (byte & 0x93) === 0x12)
    const rounds = Math.floor(answers.length / 3)
    if (rounds === 0) return null
    const [cause = 0, paper = 0, printer = 0] = answers.slice(rounds * 3 - 3, rounds * 3)
    const paperLow = (paper & 0x0c) !== 0
    if ((cause & 0x04) !== 0) return { trouble: 'coverOpen', paperLow }
    if ((cause & 0x20) !== 0 || (paper & 0x60) !== 0) return { trouble: 'paperOut', paperLow: true }
    if ((cause & 0x40) !== 0) return { trouble: 'fault', paperLow }
    return { trouble: (printer & 0x08) !== 0 ? 'offline' : null, paperLow }
  },
  confirm: Uint8Array.of(0x1d, 0x72, 1),
  isConfirmed: (_, after) => after.some((byte) => (byte & 0x90) === 0),
}

/** Star's automatic status: its first byte says how many follow. */
const starBlocks = (bytes: Uint8Array): Uint8Array[] => {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = ((first >> 1) & 0x07) | ((first & 0x20) >> 2)
    // Its fixed bits, and the seven bytes that all models send.
    if ((first & 0x91) !== 0x01 || length < 7) {
      at += 1
      continue
    }
    if (at + length > bytes.length) break
    blocks.push(bytes.subarray(at, at + length))
    at += length
  }
  return blocks
}

/** How many jobs a Star printer counted so far, modulo 32. */
const starCount = (block: Uint8Array | undefined): number | null => {
  const byte = block?.[7]
  if (byte === undefined) return null
  return ((byte & 0x40) >> 2) | ((byte & 0x20) >> 2) | ((byte & 0x0e) >> 1)
}

/** StarPRNT: ESC ACK SOH asks for the status, ETB raises a counter in it once all before it was printed. */
const starPrnt: Dialect = {
  ask: Uint8Array.of(0x1b, 0x06, 0x01),
  state: (bytes) => {
    const block = last(starBlocks(bytes))
    if (!block) return null
    const [, , printer = 0, error = 0, , paper = 0] = block
    const paperLow = (paper & 0x04) !== 0
    if ((printer & 0x20) !== 0) return { trouble: 'coverOpen', paperLow }
    if ((paper & 0x08) !== 0) return { trouble: 'paperOut', paperLow: true }
    if ((error & 0x60) !== 0) return { trouble: 'fault', paperLow }
    return { trouble: (printer & 0x08) !== 0 ? 'offline' : null, paperLow }
  },
  confirm: Uint8Array.of(0x17),
  isConfirmed: (before, after) => {
    const [one, other] = [starCount(last(starBlocks(before))), starCount(last(starBlocks(after)))]
    return one !== null && other !== null && one !== other
  },
}

export const dialects: Record<'esc-pos' | 'star-prnt', Dialect> = {
  'esc-pos': escPos,
  'star-prnt': starPrnt,
}
