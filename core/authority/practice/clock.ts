const NAIROBI_OFFSET = 3 * 60 * 60 * 1000

const nairobi = (at: number): string => new Date(at + NAIROBI_OFFSET).toISOString()

/** `yyyyMMddHHmmss` in Nairobi time; `at` in epoch milliseconds (authority §5.1). */
export const stamp = (at: number): string => nairobi(at).slice(0, 19).replace(/\D/g, '')

/** `yyyyMMdd` in Nairobi time. */
export const day = (at: number): string => stamp(at).slice(0, 8)

/** `YYYY-MM-DD HH:MM:SS`, the 19 characters of supplier invoices (authority §1.4 no. 15). */
export const spacedStamp = (at: number): string => nairobi(at).slice(0, 19).replace('T', ' ')

/** `YYYY-MM-DD HH:MM:SS.s`, the form selectInvoiceDetails answers with (authority §1.4 no. 21). */
export const longStamp = (at: number): string => nairobi(at).slice(0, 21).replace('T', ' ')

/** Epoch milliseconds of a `yyyyMMdd` or `yyyyMMddHHmmss` in Nairobi time; undefined when there is no such date. */
export function instant(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(text)
  if (!parts) return undefined
  const [year, month, date, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0))
  const at = Date.UTC(year ?? 0, (month ?? 0) - 1, date, hour, minute, second) - NAIROBI_OFFSET
  return stamp(at).startsWith(text) ? at : undefined
}

/** The authority's clock: the machine's plus a skew in milliseconds which the control path may change. */
export type Clock = { now: () => number; skewMs: () => number; skew: (ms: number) => void }

export function startClock(skewMs: number): Clock {
  let skew = skewMs
  return {
    now: () => Date.now() + skew,
    skewMs: () => skew,
    skew: (ms) => {
      skew = ms
    },
  }
}
