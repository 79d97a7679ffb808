/** Suppliers' invoices and deliveries, as a window sees them. A cashier sees no costs. */
import { type DeliveryRow, deliveryLines, type invoicesBefore } from '../../../db/profile/deliveries.ts'
import { type ItemRow, itemsByIds } from '../../../db/profile/items.ts'
import { purchaseById, purchaseState, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { submissionOfStockRecord } from '../../../db/profile/submissions.ts'
import { isCashier } from '../../access/actor.ts'
import type { Delivery, DeliveryShown, SupplierInvoiceShown } from '../../contract/delivery.ts'
import { fail } from '../../contract/errors.ts'
import type { ShopContext } from '../../shop/context.ts'
import { isService } from '../../shop/items/isService.ts'

type InvoiceRow = ReturnType<typeof invoicesBefore>[number]
/** An item that a line of a supplier is. */
export const matchedView = (item: ItemRow) => ({
  id: item.id,
  name: item.name,
  secondName: item.second_name,
  code: item.code,
  barcode: item.barcode,
  quantityUnit: item.quantity_unit,
  onHand: isService(item) ? null : item.on_hand,
  price: item.price,
})

type Viewer = Pick<ShopContext, 'db' | 'actor'>

export const noInvoice = (field: string) =>
  fail('801', 'delivery.noInvoice', 'There is no such invoice. Choose one from the list.', { field })

export const noDelivery = () =>
  fail('801', 'delivery.unknown', 'There is no such delivery. Choose one from the list.', { field: 'id' })

const stateOf = (row: InvoiceRow): SupplierInvoiceShown['state'] => {
  if (row.delivery_id !== null) return 'delivered'
  if (row.kind === 'creditNote') return 'creditNote'
  return row.refused === 1 ? 'refused' : 'open'
}

export const invoiceView = (row: InvoiceRow, { actor }: Pick<Viewer, 'actor'>): SupplierInvoiceShown => ({
  id: row.id,
  supplierName: row.supplier_name,
  supplierPin: row.supplier_pin,
  number: row.number,
  soldOn: row.sold_on,
  total: isCashier(actor) ? null : row.total,
  lines: row.lines,
  state: stateOf(row),
  confirmation: purchaseState(row.confirmation),
  deliveryId: row.delivery_id,
})

export const deliveryView = (
  row: DeliveryRow & { differences: number },
  { db, actor }: Viewer,
): Delivery => ({
  id: row.id,
  number: row.number,
  supplierName: row.supplier_name,
  supplierPin: row.supplier_pin,
  invoiceNumber: row.purchase_id === null ? null : (purchaseById(db, row.purchase_id)?.number ?? null),
  type: row.type,
  receivedAt: row.received_at,
  by: row.author_name,
  total: isCashier(actor) ? null : row.total,
  lines: row.line_count,
  differences: row.differences,
})

/** What the authority said of a record, by the state of its submission. */
export const toldState = (state: string | undefined): DeliveryShown['stock'] => {
  if (state === undefined) return null
  return state === 'accepted' || state === 'refused' || state === 'withdrawn' ? state : 'waiting'
}

export const wholeDelivery = (row: DeliveryRow, viewer: Viewer): DeliveryShown => {
  const { db, actor } = viewer
  const lines = deliveryLines(db, row.id)
  const seesCosts = !isCashier(actor)
  const costs = new Map(lines.map((line) => [line.item_id, line.unit_cost]))
  const items = seesCosts
    ? itemsByIds(
        db,
        [...costs.keys()].filter((id) => id !== null),
      )
    : []
  const differences = lines.filter(({ expected, received }) => expected !== null && expected !== received)
  return {
    ...deliveryView({ ...row, differences: differences.length }, viewer),
    remark: row.remark,
    goods: lines.map((line) => ({
      position: line.position,
      itemId: line.item_id,
      itemName: line.item_name,
      quantityUnit: line.quantity_unit,
      supplierCode: line.supplier_code,
      supplierItemName: line.supplier_item_name,
      invoiced: line.invoiced,
      units: line.units,
      expected: line.expected,
      received: line.received,
      unitCost: seesCosts ? line.unit_cost : null,
      total: seesCosts ? line.total : null,
    })),
    confirmation:
      row.purchase_id === null
        ? null
        : purchaseState(submissionOfPurchase(db, row.purchase_id)?.state ?? null),
    stock: toldState(
      row.stock_record_id === null ? undefined : submissionOfStockRecord(db, row.stock_record_id)?.state,
    ),
    belowCost: items.flatMap(({ id, name, price }) => {
      const cost = costs.get(id) ?? 0
      return price < cost ? [{ itemId: id, name, price, cost }] : []
    }),
  }
}
