import { toWireDateTime } from '../fiscal/dates.ts'

/** Read-backs lag (`authority §5.5`): what was written shortly before an answer may not be in it yet, milliseconds. */
const overlapMs = 3_600_000

/** Since when to ask the next time, `yyyyMMddHHmmss`, after an answer of that moment by the authority's clock. */
export const sinceNextTime = (authorityTime: number): string => toWireDateTime(authorityTime - overlapMs)
