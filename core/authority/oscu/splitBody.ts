import { dataOf } from './envelope.ts'

/** A list taken out of a response. */
export interface TakenList {
  /** Its name in `data`. */
  member: string
  /** JSON arrays of some rows each. */
  pieces: string[]
}

/** Rows that one turn of the event loop parses. */
const atOnce = 500

/**
 * Parses a long response in a worker, and takes its list out. To parse all item classes at once would stop the till for
 * a fifth of a second. Returns null for a response without a list, which the caller reads as it is.
 */
export const splitBody = (chunks: Uint8Array[]): { body: string; list: TakenList } | null => {
  let answer: unknown
  try {
    answer = JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)))
  } catch {
    return null
  }
  const data = dataOf(answer)
  const [member] = Object.entries(data ?? {}).find(([, rows]) => Array.isArray(rows)) ?? []
  if (!data || member === undefined) return null
  const rows = data[member] as unknown[]
  const pieces: string[] = []
  for (let from = 0; from < rows.length; from += atOnce)
    pieces.push(JSON.stringify(rows.slice(from, from + atOnce)))
  data[member] = []
  return { body: JSON.stringify(answer), list: { member, pieces } }
}
