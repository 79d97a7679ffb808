/** Reads members of a response whose types are not guaranteed. */
import { parseWireDateTime, toWireDateTime } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'

export type Row = Record<string, unknown>

export function row(value: unknown): Row | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined
}

export function list(value: unknown, name: string): Row[] | undefined {
  const rows = row(value)?.[name]
  return Array.isArray(rows) ? rows.map(row).filter((each) => each !== undefined) : undefined
}

export function text(found: Row | undefined, name: string): string {
  const value = found?.[name]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

export function optional(found: Row, name: string): string | null {
  return text(found, name) || null
}

/** Counters come as numbers or as text. */
export function whole(found: Row | undefined, name: string): number | undefined {
  const digits = text(found, name)
  return /^\d+$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined
}

export function wireDateTime(found: Row | undefined, name: string): string | null {
  const time = parseWireDateTime(text(found, name))
  return time === null ? null : toWireDateTime(time)
}

/** Converts an amount, quantity or rate with two decimals to hundredths; 0 if it is missing. */
export function hundredths(found: Row, name: string): number {
  return centsFromWire(Number(found[name] ?? 0)) ?? 0
}
