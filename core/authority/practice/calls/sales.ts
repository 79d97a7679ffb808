import { type Body, text, whole } from '../body.ts'
import { itemOf, SERVICE } from '../catalogue.ts'
import { AUDIT, fields, TAXES } from '../checks/fields.ts'
import { advance, branchOf, lastNumber, scopeOf } from '../checks/numbers.ts'
import { checkSale } from '../checks/sale.ts'
import { longStamp, stamp } from '../clock.ts'
import { changeStock, quantities } from '../ledger.ts'
import { done, found } from '../outcome.ts'
import { sign } from '../signature.ts'
import { deliverToBuyer } from '../supplierInvoices.ts'
import type { Call, CallRequest } from './call.ts'
import { SINCE, windowOf } from './reading.ts'

/** What the authority adds to a sale; `acceptedAt` in epoch milliseconds. */
export type Receipt = {
  readonly label: 'NS' | 'NC'
  readonly curRcptNo: number
  readonly totRcptNo: number
  readonly intrlData: string
  readonly rcptSign: string
  readonly acceptedAt: number
}

const saveTrnsSalesOsdc: Call = {
  name: 'saveTrnsSalesOsdc',
  aliases: ['sendSalesTransaction'],
  fields: {
    members:
      fields(`trdInvcNo C50 Y, invcNo N38 Y, orgInvcNo N38 Y, custTin C11 N, custNm C60 N, rcptTyCd C5 Y
      pmtTyCd C5 N, salesSttsCd C5 Y, cfmDt D14 Y, salesDt D8 Y, stockRlsDt D14 N, cnclReqDt D14 N, cnclDt D14 N
      rfdDt D14 N, rfdRsnCd C5 N, totItemCnt N10 Y, ${TAXES}, prchrAcptcYn C1 Y, remark C400 N, ${AUDIT}`),
    receipt: fields(`custTin C11 N, custMblNo C20 N, rcptPbctDt D14 Y, trdeNm C20 N, adrs C200 N, topMsg C20 N
      btmMsg C20 N, prchrAcptcYn C1 Y`),
    lines:
      fields(`itemSeq N3 Y, itemCd C20 Y, itemClsCd C10 N, itemNm C200 Y, bcd C20 N, pkgUnitCd C5 Y, pkg N13.2 Y
      qtyUnitCd C5 Y, qty N13.2 Y, prc N18.2 Y, splyAmt N18.2 Y, dcRt N5.2 Y, dcAmt N18.2 Y, isrccCd C10 N
      isrccNm C100 N, isrcRt N3 N, isrcAmt N18.2 N, taxTyCd C5 Y, taxblAmt N18.2 Y, taxAmt N18.2 Y, totAmt N18.2 Y`),
  },
  run: (request) => {
    const refusal = checkSale(request)
    if (refusal) return refusal
    const receipt = countAndSign(request)
    record(request, receipt)
    if (receipt.label === 'NS') claimStock(request)
    deliverToBuyer(request)
    return done({
      curRcptNo: String(receipt.curRcptNo),
      totRcptNo: String(receipt.totRcptNo),
      intrlData: receipt.intrlData,
      rcptSign: receipt.rcptSign,
      sdcDateTime: stamp(receipt.acceptedAt),
    })
  },
}

/** Each label of a branch has its own counter, and all of them one more (authority §9). */
function countAndSign(request: CallRequest): Receipt {
  const { device, body, now } = request
  const label = text(body, 'rcptTyCd') === 'R' ? 'NC' : 'NS'
  const scope = branchOf(device)
  const count = (kind: string) => {
    const to = lastNumber(request, scope, kind) + 1
    advance(request, { scope, kind, to })
    return to
  }
  return {
    label,
    curRcptNo: count(label),
    totRcptNo: count('total'),
    ...sign(device.sdcId, body),
    acceptedAt: now,
  }
}

function record(request: CallRequest, receipt: Receipt): void {
  const { store, device, body, now } = request
  const scope = scopeOf(request)
  const number = whole(body, 'invcNo')
  store.run(
    `INSERT INTO sale (scope, number, tin, bhf_id, serial, kind, body, receipt, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    scope,
    number,
    device.tin,
    device.bhfId,
    device.serial,
    text(body, 'rcptTyCd'),
    JSON.stringify(body),
    JSON.stringify(receipt),
    now,
  )
  advance(request, { scope, kind: 'sales', to: number })
}

function claimStock(request: CallRequest): void {
  for (const [item, sold] of quantities(request.body)) {
    const known = itemOf(request, item)
    if (known && known.type !== SERVICE) changeStock(request, { item, sold })
  }
}

type SaleRow = { body: string; receipt: string }

/** A sale as it is read back: what was sent, and the receipt with the authority's part in its long form. */
function readBack({ body, receipt }: SaleRow): object {
  const sale = JSON.parse(body) as Body
  const { curRcptNo, totRcptNo, intrlData, rcptSign, acceptedAt } = JSON.parse(receipt) as Receipt
  return {
    ...sale,
    receipt: {
      ...(sale['receipt'] as Body | undefined),
      curRcptNo: String(curRcptNo),
      totRcptNo: String(totRcptNo),
      intrlData,
      rcptSign,
      sdcDateTime: longStamp(acceptedAt),
    },
  }
}

/** The only safe way to learn whether a sale whose response was lost was accepted (`authority §1.4` no. 21). */
const selectInvoiceDetails: Call = {
  name: 'selectInvoiceDetails',
  aliases: ['selectInvoiceDetail'],
  fields: { members: fields('invcNo N38 Y') },
  run: (request) => {
    const rows = request.store.all<SaleRow>(
      'SELECT body, receipt FROM sale WHERE scope = ? AND number = ? AND changed_at <= ?',
      scopeOf(request),
      whole(request.body, 'invcNo'),
      request.asOf,
    )
    return found('salesList', rows.map(readBack))
  },
}

const selectTrnsSalesList: Call = {
  name: 'selectTrnsSalesList',
  aliases: ['selectSalesTransactions'],
  fields: SINCE,
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<SaleRow>(
      `SELECT body, receipt FROM sale WHERE tin = ? AND bhf_id = ? AND changed_at > ? AND changed_at <= ? ORDER BY id`,
      request.device.tin,
      request.device.bhfId,
      from,
      to,
    )
    return found('salesList', rows.map(readBack))
  },
}

export const SALES_CALLS: readonly Call[] = [saveTrnsSalesOsdc, selectInvoiceDetails, selectTrnsSalesList]
