import { z } from 'zod'

/** How this authority behaves beyond dialect and checks; the control path changes it while it runs. */
export const settingsSchema = z.strictObject({
  /** Rate of tax type E that is enforced: 8 by law, 0 in one sandbox (authority §3). */
  eRate: z.union([z.literal(0), z.literal(8)]).default(8),
  /** Rate of E in the code list, when it differs from the enforced one; null follows it. */
  listedERate: z.union([z.literal(0), z.literal(8), z.null()]).default(null),
  /** Rows of the payment table (class 07): 7 by specification, 8 seen in 2026. */
  paymentTable: z.union([z.literal(7), z.literal(8)]).default(7),
  /** Whether the code list offers packaging unit BX, which the strict checks reject anyway. */
  listBx: z.boolean().default(true),
  /** Reject sales of goods without stock; null follows the checks: strict yes, loose no. */
  enforceStock: z.boolean().nullable().default(null),
  /** Milliseconds after which stock that came in can be sold. */
  stockVisibleAfterMs: z.int().min(0).default(0),
  /** Whose counters the document numbers are (authority §5.2: both have been seen). Change it on an empty store only. */
  countersPer: z.enum(['tin', 'branch']).default('tin'),
  /** The form of the declaration date of imports, or one import in each form. */
  dclDe: z.enum(['mixed', 'minusOne', 'ddMMyyyy', 'yyyyMMdd']).default('mixed'),
  /** A second initialisation is rejected. `corrupt`: it also makes the device's key invalid. */
  secondInit: z.enum(['refuse', 'corrupt']).default('refuse'),
  /**
   * Whether the strict arithmetic deducts `dcAmt` from the line. Not established, so by default it does not
   * (`authority §6.2`).
   */
  discounts: z.enum(['ignored', 'deducted']).default('ignored'),
  /** The only consumer that the token path accepts; null accepts any. */
  consumer: z.strictObject({ key: z.string(), secret: z.string() }).nullable().default(null),
  /** Seconds a bearer token lives. */
  tokenLifeSeconds: z.int().min(0).default(3599),
})

export type Settings = z.infer<typeof settingsSchema>

/** Rates in whole percent per tax type, as the strict checks enforce them. */
export const rates = (settings: Settings) => ({ A: 0, B: 16, C: 0, D: 0, E: settings.eRate }) as const

export const TAX_TYPES = ['A', 'B', 'C', 'D', 'E'] as const
export type TaxType = (typeof TAX_TYPES)[number]
export const isTaxType = (value: string): value is TaxType => TAX_TYPES.some((type) => type === value)
