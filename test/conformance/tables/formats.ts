/** Formats of 2.1, and values that several tables use. */
export const date = /^\d{8}$/
export const dateTime = /^\d{14}$/
export const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
export const yesOrNo = ['Y', 'N'] as const
/** taxTyCd of items; sales lines also allow E. */
export const itemTaxes = ['A', 'B', 'C', 'D'] as const
export const lineTaxes = ['A', 'B', 'C', 'D', 'E'] as const
/** A PIN of eleven characters. */
export const pin = 'A000000001Z'
/** Today in Nairobi, `YYYYMMDD`: a credit note is taken for six months only. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format().replaceAll('-', '')
