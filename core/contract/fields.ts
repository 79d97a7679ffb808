/** Field types that several resources share. Units are in the names or docs of the fields. */
import { z } from 'zod'
import { branchForm, isReadable, taxpayerPinForm, tokenForm } from './bounds.ts'

/** Integer cents of a Kenya shilling, zero or more. */
export const cents = z.int().min(0).max(99_999_999_999)
/** Integer cents that may be negative (credit notes, differences). */
export const signedCents = z.int().min(-99_999_999_999).max(99_999_999_999)
/** Integer hundredths of a unit, above zero: 150 = 1.5 kg. `authority §1.4`: N(13,2). */
export const quantity = z.int().min(1).max(99_999_999_999)
/** Integer hundredths of a unit, positive or negative: stock on hand, movements. */
export const signedQuantity = z.int().min(-99_999_999_999).max(99_999_999_999)
/** Epoch milliseconds, UTC. */
export const moment = z.int()
/** A row's id inside one database. */
export const rowId = z.int().min(1)
/** A receipt. Below 0: another till of the branch made it, and this till looked it up. */
export const documentId = z.int().refine((id) => id !== 0, 'not 0')
/** Id of workspace records (profiles, people). */
export const uuid = z.string().min(1).max(64)

/** A exempt, B 16 %, C zero rated, D outside VAT, E 8 % (`spec 2.1`). */
export const taxType = z.enum(['A', 'B', 'C', 'D', 'E'])
/** 1 raw material, 2 finished product, 3 service (`authority §3`, class 24). */
export const itemType = z.enum(['1', '2', '3'])
export const yesNo = z.enum(['Y', 'N'])

export const taxpayerPin = z
  .string()
  .regex(taxpayerPinForm, 'a letter, nine digits and a letter, such as P051234567X')
/** Ten digits of the authority's item classification (`authority §5.1`). */
export const itemClass = z.string().regex(/^\d{10}$/, 'ten digits')
/** A code from one of the authority's tables. */
export const tableCode = z.string().min(1).max(5)
/** True if `YYYYMMDD…` is a calendar day (not 31 February). */
const isDay = (value: string): boolean => {
  const [year, month, day] = [value.slice(0, 4), value.slice(4, 6), value.slice(6, 8)].map(Number)
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day))
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}
/** Wire date `YYYYMMDD`. */
export const wireDate = z
  .string()
  .regex(/^\d{8}$/, 'a day as YYYYMMDD')
  .refine(isDay, 'a day of the calendar as YYYYMMDD')
/** Wire date and time `yyyyMMddHHmmss`. */
export const wireDateTime = z
  .string()
  .regex(/^\d{8}([01]\d|2[0-3])[0-5]\d[0-5]\d$/, 'a day and time as yyyyMMddHHmmss')
  .refine(isDay, 'a day of the calendar and time as yyyyMMddHHmmss')

/**
 * A date in the authority's response, `YYYYMMDD` or `yyyyMMddHHmmss`. Kaunta does not check that it is a calendar
 * day.
 */
export const answeredDate = z.string().regex(/^\d{8}$/, 'YYYYMMDD')
export const answeredDateTime = z.string().regex(/^\d{14}$/, 'yyyyMMddHHmmss')
/** A time in responses: ISO 8601, UTC. */
export const isoMoment = z.iso.datetime()

/** A cashier's PIN: four to eight digits. */
export const cashierPin = z.string().regex(/^\d{4,8}$/, 'four to eight digits')

const readable = 'visible text without control or invisible characters'

/** One line of text for people, trimmed, without control or invisible characters. */
export const text = (max: number) => z.string().trim().min(1).max(max).refine(isReadable, readable)

/** As {@link text}, but may be empty. */
export const optionalText = (max: number) => z.string().trim().max(max).refine(isReadable, readable)

/** Keys, serial numbers and other texts that travel in headers. */
export const token = (min: number, max: number) =>
  z.string().trim().min(min).max(max).regex(tokenForm, 'letters, digits and signs without spaces')

// --- what other software sends ----------------------------------------------------------------------------------------

/** An optional REST member: absent, or null as many programs write it. */
export const orElse = <S extends z.ZodType, const F>(schema: S, fallback: F) =>
  schema
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback })
/**
 * An item's code as its owner writes it. If it does not fit the authority's pattern, the authority gets another one.
 */
export const callerItemCode = text(50)
/** A document's number, sent as text or as a number (`spec 4.12` uses both). */
export const callerNumber = z
  .union([
    z.int().min(0),
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{1,50}$/, 'up to 50 letters and digits without spaces'),
  ])
  .transform((value) => String(value))
/** Shillings, zero or more, up to the authority's limit. */
export const callerAmount = z.number().min(0).max(99_999_999_999)
/** Units of goods, above zero. Hundredths are the smallest part that the authority accepts. */
export const callerQuantity = z
  .number()
  .positive()
  .max(99_999_999)
  .describe('more than zero, with at most two decimals')
/** A buyer's PIN; empty means a buyer without one. */
export const callerPin = z
  .union([taxpayerPin, z.literal('')])
  .nullish()
  .transform((value) => value || null)
/** Two letters of the authority's table of nations. */
export const nation = z.string().regex(/^[A-Z]{2}$/, 'two capital letters such as KE')

/** A page of a list. `cursor` comes from the page before; absent = from the start. */
export const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500).default(100) }
/** The same in a query string, where numbers are text. */
/** A whole number in an address. */
export const wholeNumber = z.coerce.number<string | number>().int()
export const queryPage = {
  cursor: page.cursor.describe('nextCursor of the page before; omit it for the first page'),
  limit: wholeNumber.min(1).max(500).default(100),
}
/** In a query string: only rows received or changed here since then. */
export const changedSince = z.iso
  .datetime({ offset: true })
  .optional()
  .describe('only rows received or changed here since then, such as 2026-03-01T10:30:00Z')
/** In every paged response beside the rows; absent on the last page. */
export const nextCursor = z.string().optional()

export const branchCode = z.string().regex(branchForm, 'two digits such as 00')

export const role = z.enum(['cashier', 'manager', 'owner'])
export type Role = z.infer<typeof role>
/** The order of the roles. */
export const rankOf: Record<Role, number> = { cashier: 1, manager: 2, owner: 3 }
export const environment = z.enum(['sandbox', 'production'])
export type Environment = z.infer<typeof environment>
export const dialect = z.enum(['legacy', 'gateway'])
export const language = z.enum(['en', 'sw'])
export type TaxTypeCode = z.infer<typeof taxType>
