/** Stock movements that follow a document: out with a sale (11), in with a credit note (03) (`authority §5.5`). */
import { insertStockRecord } from '../../../db/profile/stock.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { enqueueStockRecord } from '../../queue/enqueue.ts'
import type { SalePayload, StockPayload } from '../../queue/records.ts'
import type { ShopContext } from '../context.ts'

interface Sold {
  invoiceId: number
  number: string
  /** The document that comes first at the authority. */
  submissionId: number
  /** Goods among the items, by id. Services have no stock. */
  goods: ReadonlyMap<number, unknown>
  payload: SalePayload
  lines: readonly { itemId: number; quantity: number }[]
}

/** Different from any number of other software's records, which begin with digits. */
const recordNumber = (number: string, type: '11' | '03'): string =>
  `${type === '11' ? 'sold' : 'returned'}/${number}`
/** Returns the number of the stock record for goods that a credit note returned. */
export const returnNumber = (number: string): string => recordNumber(number, '03')

const stockLines = (payload: SalePayload, goods: Sold['goods']): StockPayload['lines'] =>
  payload.lines.filter((line) => goods.has(line.itemId)).map(({ discountRate: _, ...line }) => line)

const record = (context: ShopContext, sold: Sold, type: '11' | '03'): void => {
  const { db, ports, actor } = context
  const lines = stockLines(sold.payload, sold.goods)
  if (lines.length === 0) return
  const author = authorOf(actor)
  const at = ports.clock.now()
  const sign = type === '11' ? -1 : 1
  const id = insertStockRecord(
    db,
    {
      number: recordNumber(sold.number, type),
      type,
      source: 'till',
      invoice_id: sold.invoiceId,
      occurred_on: sold.payload.saleDate,
      remark: null,
      author_name: author.name,
      recorded_at: at,
      body_hash: null,
      caller_body: null,
    },
    whoOf(actor),
    sold.lines
      .filter((line) => sold.goods.has(line.itemId))
      .map((line) => ({ item_id: line.itemId, quantity: sign * line.quantity, sold: type === '11' ? 1 : 0 })),
  )
  enqueueStockRecord(
    db,
    {
      id,
      invoiceId: sold.invoiceId,
      payload: {
        originalNumber: 0,
        registrationType: 'A',
        partnerPin: sold.payload.buyerPin,
        partnerName: sold.payload.buyerName,
        partnerBranch: null,
        type,
        occurredOn: sold.payload.saleDate,
        remark: null,
        author,
        lines,
      },
    },
    { author, at, needs: [{ id: sold.submissionId, need: 'accepted' }] },
  )
}

/** Takes sold goods off the shelf and queues the record behind the sale. Call it inside the sale's transaction. */
export const recordSoldGoods = (context: ShopContext, sold: Sold): void => record(context, sold, '11')

/** Returns credited goods to the shelf and queues the record behind the credit note. */
export const recordReturnedGoods = (context: ShopContext, sold: Sold): void => record(context, sold, '03')
