/** Stores a paper that is no fiscal document. Nothing else of the books changes. */
import { takeNumber } from '../../../db/profile/lanes.ts'
import { openShift } from '../../../db/profile/shifts.ts'
import { insertUnofficial, type Label, paperNumber } from '../../../db/profile/unofficial.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import type { ShopContext } from '../context.ts'
import { isService } from '../items/isService.ts'
import type { PricedSale } from '../sales/priceLines.ts'
import type { PaperContent, PaperLine } from './content.ts'

export interface NewPaper {
  label: Label
  /** The training sale that a credit note belongs to, and the reason. */
  credits?: { id: number; reason: string }
  buyer: { pin: string | null; name: string | null }
  content: PaperContent
  request: { id: string; hash: string }
}

/** Call it inside a transaction. */
export const storeUnofficial = (
  { profile, db, actor, ports }: ShopContext,
  { label, credits, buyer, content, request }: NewPaper,
): { id: number; number: string; total: number } => {
  profile.disk.demandRoom()
  const at = profile.day.sure()
  const author = authorOf(actor)
  const sum = (name: 'total' | 'taxable' | 'tax' | 'discount') =>
    content.lines.reduce((total, line) => total + line[name], 0)
  const row = {
    uid: ports.ids.uuid(),
    label,
    number: takeNumber(db, `unofficial.${label}`),
    made_at: at,
    day: toWireDate(at),
    shift_id: openShift(db)?.id ?? null,
    author_id: author.id,
    author_name: author.name,
    credits_id: credits?.id ?? null,
    reason: credits?.reason ?? null,
    buyer_pin: buyer.pin,
    buyer_name: buyer.name,
    total: sum('total'),
    taxable: sum('taxable'),
    tax: sum('tax'),
    discount: sum('discount'),
    content: JSON.stringify(content),
    request_id: request.id,
    body_hash: request.hash,
  }
  const id = insertUnofficial(db, row, whoOf(actor))
  return { id, number: paperNumber(row), total: row.total }
}

/** Returns the priced lines of a sale as a paper holds them. `quantities`: hundredths per line. */
export const paperLines = (
  { items, priced }: Pick<PricedSale, 'items' | 'priced'>,
  asked: readonly { quantity: number; unitPrice?: number | undefined }[],
): PaperLine[] =>
  items.map((item, index) => {
    const line = priced.lines[index]
    const { quantity = 0, unitPrice = item.price } = asked[index] ?? {}
    return {
      position: index + 1,
      itemId: item.id,
      name: item.name,
      unit: item.quantity_unit,
      service: isService(item),
      quantity,
      unitPrice,
      itemPrice: item.price,
      discount: line?.discount ?? 0,
      taxType: item.tax_type,
      total: line?.total ?? 0,
      taxable: line?.taxable ?? 0,
      tax: line?.tax ?? 0,
    }
  })
