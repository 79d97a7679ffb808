import { toWireDateTime } from '../fiscal/dates.ts'

/**
 * Milliseconds. Reads lag behind writes (`authority §5.5`), so the next query overlaps the last response by this
 * much.
 */
const overlapMs = 3_600_000

/**
 * Returns the start of the next query, `yyyyMMddHHmmss`, after a response at that moment of the authority's clock.
 */
export const sinceNextTime = (authorityTime: number): string => toWireDateTime(authorityTime - overlapMs)
