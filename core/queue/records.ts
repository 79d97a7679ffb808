/**
 * Payloads: the record for the authority as queued, without the numbers and item codes that are assigned when it is
 * sent. Payloads are parsed again on every claim. The schemas that every sale uses are compiled, which parses thirty
 * times as fast.
 */
import { z } from 'zod'
import { itemType, taxType } from '../contract/fields.ts'
import type { SubmissionKind } from '../contract/queue.ts'

const author = z.object({ id: z.string().max(20), name: z.string().max(60) })

const amounts = {
  packageUnit: z.string(),
  packageQuantity: z.int(),
  quantityUnit: z.string(),
  quantity: z.int().positive(),
  unitPrice: z.int(),
  supply: z.int(),
  discount: z.int(),
  taxType,
  taxable: z.int(),
  tax: z.int(),
  total: z.int(),
}
const line = z.object({
  itemId: z.int(),
  itemClass: z.string(),
  itemName: z.string(),
  barcode: z.string().nullable(),
  ...amounts,
})

const wireMoment = z.string().length(14).nullable()
const words = z.string().nullable()
const extras = z.object({
  modifier: author.nullable(),
  stockReleasedAt: wireMoment,
  cancelRequestedAt: wireMoment,
  cancelledAt: wireMoment,
  refundedAt: wireMoment,
  acceptedByBuyer: z.boolean(),
  receipt: z.object({
    phone: words,
    tradeName: words,
    address: words,
    topMessage: words,
    bottomMessage: words,
    acceptedByBuyer: z.boolean(),
  }),
})

export const salePayload = z.compile(
  z.object({
    kind: z.enum(['sale', 'creditNote']),
    traderNumber: z.string(),
    /** Our id of the sale that the credit note belongs to. */
    originalId: z.int().nullable(),
    buyerPin: z.string().nullable(),
    buyerName: z.string().nullable(),
    paymentMethod: z.string().nullable(),
    confirmedAt: z.string().length(14),
    saleDate: z.string().length(8),
    refundReason: z.string().nullable(),
    rates: z.record(taxType, z.number()),
    remark: z.string().nullable(),
    author,
    extras: extras.optional(),
    lines: z.array(line.extend({ discountRate: z.int() })).min(1),
  }),
)
export type SalePayload = z.infer<typeof salePayload>

export const stockPayload = z.compile(
  z.object({
    originalNumber: z.int(),
    registrationType: z.enum(['A', 'M']),
    partnerPin: z.string().nullable(),
    partnerName: z.string().nullable(),
    partnerBranch: z.string().nullable(),
    type: z.string().length(2),
    occurredOn: z.string().length(8),
    remark: z.string().nullable(),
    /** Settles a difference of the branch: what the authority had of the goods, hundredths. */
    atAuthority: z.int().optional(),
    author,
    lines: z.array(line).min(1),
  }),
)
export type StockPayload = z.infer<typeof stockPayload>

export const purchasePayload = z.object({
  supplierPin: z.string(),
  supplierName: z.string(),
  supplierBranch: z.string(),
  supplierNumber: z.string(),
  paymentMethod: z.string().nullable(),
  confirmedAt: z.string().length(14),
  purchasedOn: z.string().length(8),
  rates: z.record(taxType, z.number()),
  remark: z.string().nullable(),
  author,
  lines: z
    .array(
      line.extend({
        discountRate: z.int(),
        supplierItemCode: z.string(),
        supplierItemClass: z.string(),
        supplierItemName: z.string(),
      }),
    )
    .min(1),
})
export type PurchasePayload = z.infer<typeof purchasePayload>

export const insurancePayload = z.object({
  code: z.string(),
  name: z.string(),
  rate: z.int(),
  active: z.boolean(),
  author,
})
export type InsurancePayload = z.infer<typeof insurancePayload>

export const customsPayload = z.object({
  task: z.string(),
  declaredOn: z.string(),
  sequence: z.int(),
  hsCode: z.string(),
  itemId: z.int(),
  itemClass: z.string(),
  act: z.enum(['approved', 'rejected']),
  remark: z.string().min(1),
  author,
})
export type CustomsPayload = z.infer<typeof customsPayload>

export const itemPayload = z.object({
  itemClass: z.string(),
  itemType,
  name: z.string(),
  standardName: z.string().nullable(),
  originCountry: z.string(),
  packageUnit: z.string(),
  quantityUnit: z.string(),
  taxType,
  batchNumber: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.int(),
  additionalInfo: z.string().nullable(),
  safetyQuantity: z.int(),
  active: z.boolean(),
  author,
})
export type ItemPayload = z.infer<typeof itemPayload>

export const customerPayload = z.object({
  number: z.string(),
  pin: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  fax: z.string().nullable(),
  active: z.boolean(),
  remark: z.string().nullable(),
  author,
  modifier: author,
})
export type CustomerPayload = z.infer<typeof customerPayload>

/** null: the quantity that the authority accepted, computed when sent. */
export const stockMasterPayload = z.object({ quantity: z.int().nullable(), author })

/** Returns the item lines of a row; none for kinds without lines. */
export const linesOf = ({
  kind,
  payload,
}: {
  kind: SubmissionKind
  payload: string
}): (SalePayload | PurchasePayload | StockPayload)['lines'] => {
  if (kind === 'stockRecord') return stockPayload.parse(JSON.parse(payload)).lines
  return taxedOf({ kind, payload })?.lines ?? []
}

/** Returns the ids of the items that a row names, each once. */
export const itemIdsOf = (row: { kind: SubmissionKind; payload: string }): number[] =>
  row.kind === 'customsEntry'
    ? [customsPayload.parse(JSON.parse(row.payload)).itemId]
    : [...new Set(linesOf(row).map(({ itemId }) => itemId))]

/** Returns the rates and lines of a payload that contains rates; otherwise null. */
export const taxedOf = ({ kind, payload }: { kind: SubmissionKind; payload: string }) => {
  const stored: unknown = JSON.parse(payload)
  if (kind === 'sale' || kind === 'creditNote') return salePayload.parse(stored)
  return kind === 'purchase' ? purchasePayload.parse(stored) : null
}
