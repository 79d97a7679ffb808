import { type Body, hundredths, lines, text, whole } from './body.ts'
import type { CallRequest } from './calls/call.ts'
import { instant, spacedStamp } from './clock.ts'
import { TAX_TYPES } from './settings.ts'
import type { Store } from './store.ts'
import { taxpayerOf } from './taxpayers.ts'

export type SupplierInvoice = {
  readonly buyer: string
  readonly supplier: string
  readonly supplierBhfId: string
  readonly number: number
  readonly body: object
  readonly at: number
}

/** Adds an invoice to the list of sales to this buyer. */
export function addSupplierInvoice(store: Store, invoice: SupplierInvoice): void {
  store.run(
    `INSERT INTO supplier_invoice (tin, supplier, supplier_bhf_id, number, body, changed_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    invoice.buyer,
    invoice.supplier,
    invoice.supplierBhfId,
    invoice.number,
    JSON.stringify(invoice.body),
    invoice.at,
  )
}

/** A sale to a known taxpayer appears among that taxpayer's incoming invoices (authority §9). */
export function deliverToBuyer({ store, device, body, now }: CallRequest): void {
  const buyer = text(body, 'custTin')
  if (buyer === '' || !taxpayerOf(store, buyer)) return
  addSupplierInvoice(store, {
    buyer,
    supplier: device.tin,
    supplierBhfId: device.bhfId,
    number: whole(body, 'invcNo'),
    body: asIncoming(body, {
      spplrTin: device.tin,
      spplrNm: taxpayerOf(store, device.tin)?.name ?? device.tin,
      spplrBhfId: device.bhfId,
      spplrSdcId: device.sdcId,
    }),
    at: now,
  })
}

const LINE_MEMBERS = [
  'itemSeq',
  'itemClsCd',
  'itemCd',
  'itemNm',
  'bcd',
  'pkgUnitCd',
  'pkg',
  'qtyUnitCd',
  'qty',
  'prc',
  'splyAmt',
  'dcRt',
  'dcAmt',
  'taxTyCd',
  'taxblAmt',
  'taxAmt',
  'totAmt',
] as const

type Supplier = { spplrTin: string; spplrNm: string; spplrBhfId: string; spplrSdcId: string }

/** A sale from its buyer's side, with the 19-character times of that list (`authority §1.4` no. 15). */
export function asIncoming(sale: Body, supplier: Supplier): object {
  const time = (name: string) => {
    const at = instant(text(sale, name))
    return at === undefined ? null : spacedStamp(at)
  }
  const amount = (name: string): [string, number] => [name, hundredths(sale, name) / 100]
  return {
    ...supplier,
    spplrInvcNo: whole(sale, 'invcNo'),
    rcptTyCd: sale['rcptTyCd'],
    pmtTyCd: sale['pmtTyCd'] ?? null,
    cfmDt: time('cfmDt'),
    salesDt: sale['salesDt'],
    stockRlsDt: time('stockRlsDt'),
    totItemCnt: lines(sale).length,
    ...Object.fromEntries([
      ...TAX_TYPES.map((type) => amount(`taxblAmt${type}`)),
      ...TAX_TYPES.map((type) => amount(`taxRt${type}`)),
      ...TAX_TYPES.map((type) => amount(`taxAmt${type}`)),
      amount('totTaxblAmt'),
      amount('totTaxAmt'),
      amount('totAmt'),
    ]),
    remark: sale['remark'] ?? null,
    itemList: lines(sale).map((line) =>
      Object.fromEntries(LINE_MEMBERS.map((name) => [name, line[name] ?? null])),
    ),
  }
}
