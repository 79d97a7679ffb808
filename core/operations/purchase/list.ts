import type { Db } from '../../../db/engine/sqlite.ts'
import { listPurchases, purchaseState, supplierItems } from '../../../db/profile/purchases.ts'
import { device, lastSync } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { PurchaseBuckets, PurchaseView } from '../../contract/purchase.ts'
import { centsToWire as wire } from '../../fiscal/money.ts'
import { taxTypes } from '../../fiscal/tax.ts'
import { notReady } from '../../shop/failures.ts'
import { contentOf } from '../../shop/purchases/find.ts'
import { pullPurchases, purchasesPulled } from '../../shop/purchases/pull.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { momentOf } from '../shared/wireValues.ts'

type Row = ReturnType<typeof listPurchases>[number]

const viewOf = (row: Row, localCodes: ReadonlyMap<string, string>): PurchaseView => {
  const invoice = contentOf(row)
  const state = purchaseState(row.state)
  const buckets = taxTypes.flatMap((letter) => [
    [`taxblAmt${letter}`, wire(invoice.buckets[letter].taxable)],
    [`taxRt${letter}`, invoice.buckets[letter].rate],
    [`taxAmt${letter}`, wire(invoice.buckets[letter].tax)],
  ])
  return {
    spplrTin: invoice.supplierPin,
    spplrNm: invoice.supplierName,
    spplrBhfId: invoice.supplierBranch,
    spplrSdcId: invoice.supplierDevice,
    spplrInvcNo: invoice.number,
    rcptTyCd: invoice.kind === 'creditNote' ? 'R' : 'S',
    pmtTyCd: invoice.paymentMethod,
    cfmDt: invoice.confirmedAt,
    salesDt: invoice.saleDate,
    stockRlsDt: invoice.releasedAt,
    totItemCnt: invoice.lines.length,
    ...(Object.fromEntries(buckets) as PurchaseBuckets),
    totTaxblAmt: wire(invoice.taxable),
    totTaxAmt: wire(invoice.tax),
    totAmt: wire(invoice.total),
    remark: invoice.remark,
    itemList: invoice.lines.map((line, index) => ({
      itemSeq: index + 1,
      itemCd: line.itemCode,
      itemClsCd: line.itemClass,
      itemNm: line.itemName,
      bcd: line.barcode,
      pkgUnitCd: line.packageUnit,
      pkg: wire(line.packageQuantity),
      qtyUnitCd: line.quantityUnit,
      qty: wire(line.quantity),
      prc: wire(line.unitPrice),
      splyAmt: wire(line.supply),
      dcRt: wire(line.discountRate),
      dcAmt: wire(line.discount),
      taxTyCd: line.taxType,
      taxblAmt: wire(line.taxable),
      taxAmt: wire(line.tax),
      totAmt: wire(line.total),
      localItemCd: localCodes.get(line.itemCode) ?? null,
    })),
    purchaseId: invoice.number,
    state,
    cisInvcNo: state === 'confirmed' ? row.authority_number : null,
    refusal: state === 'refused' ? row.last_text : null,
  }
}

const localCodesOf = (db: Db, rows: Row[]): Map<string, Map<string, string>> =>
  new Map(
    [...new Set(rows.map((row) => row.supplier_pin))].map((pin) => [
      pin,
      new Map(supplierItems(db, pin).map((link) => [link.supplier_code, link.code])),
    ]),
  )

/** Lists invoices addressed to us. The first page asks the authority for news first. */
export const findPurchases: Handler<'purchase.list'> = async (query, { profile, db, lookUpMs }) => {
  if (!device(db)) return notReady()
  const from = readCursor(query.cursor, ['number', 'number'])
  if (!from.ok) return from
  if (query.refresh && !from.data) await pullPurchases(profile, lookUpMs)
  const found = listPurchases(db, {
    supplierPin: query.spplrTin,
    number: query.spplrInvcNo,
    state: query.state,
    from: query.from,
    to: query.to,
    since: momentOf(query.changedSince),
    after: from.data && { at: from.data[0], id: from.data[1] },
    limit: query.limit + 1,
  })
  const { rows, next } = pageOf(found, query.limit, ({ changed_at, id }) => [changed_at, id])
  const codes = localCodesOf(db, rows)
  const pulled = lastSync(db, purchasesPulled)
  return ok({
    purchases: rows.map((row) => viewOf(row, codes.get(row.supplier_pin) ?? new Map())),
    fetchedAt: pulled ? new Date(pulled.synced_at).toISOString() : null,
    ...next,
  })
}
