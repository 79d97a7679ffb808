import { hundredths, lines, text, whole } from '../body.ts'
import { itemOf } from '../catalogue.ts'
import { checkLineCount, checkStockDocument } from '../checks/arithmetic.ts'
import { AUDIT, fields } from '../checks/fields.ts'
import { advance, checkNumber, scopeOf } from '../checks/numbers.ts'
import { notInFuture } from '../checks/sale.ts'
import { checkOutgoing, checkRemaining, checkStockRecord } from '../checks/stock.ts'
import { bringsIn, changeStock } from '../ledger.ts'
import { done, found, type Refusal } from '../outcome.ts'
import type { Call, CallRequest } from './call.ts'
import { bodies, SINCE, windowOf } from './reading.ts'
import { saveRecord } from './record.ts'

const SALE_OUT = '11'
const TRANSFER_OUT = '13'

const NO_ORIGINAL =
  'Cannot invoke "java.lang.Long.longValue()" because the return value of "StockIOSaveReq.getOrgSarNo()" is null'

const insertStockIO: Call = {
  name: 'insertStockIO',
  aliases: ['insert/stockIO'],
  fields: {
    members: fields(`sarNo N38 Y, orgSarNo N38 Y, regTyCd C5 Y, custTin C11 N, custNm C100 N, custBhfId C2 N
      sarTyCd C5 Y, ocrnDt D8 Y, totItemCnt N10 Y, totTaxblAmt N18.2 Y, totTaxAmt N18.2 Y, totAmt N18.2 Y
      remark C400 N, ${AUDIT}`),
    lines:
      fields(`itemSeq N3 Y, itemCd C20 Y, itemClsCd C10 Y, itemNm C200 Y, bcd C20 N, pkgUnitCd C5 Y, pkg N13.2 Y
      qtyUnitCd C5 Y, qty N13.2 Y, itemExprDt C8 N, prc N15.2 Y, splyAmt N18.2 Y, totDcAmt N18.2 Y, taxblAmt N18.2 Y
      taxTyCd C5 Y, taxAmt N18.2 Y, totAmt N18.2 N`),
    missing: { orgSarNo: NO_ORIGINAL, regTyCd: 'regTyCd cannot be null' },
  },
  run: (request) => {
    const refusal = check(request)
    if (refusal) return refusal
    for (const line of lines(request.body)) move(request, line)
    record(request)
    if (text(request.body, 'sarTyCd') === TRANSFER_OUT) announceTransfer(request)
    return done()
  },
}

function check(request: CallRequest): Refusal | undefined {
  const { body, strict } = request
  const counter = { kind: 'stock', table: 'stock_io', number: whole(body, 'sarNo') } as const
  if (!strict) return checkNumber(request, counter) ?? checkStockDocument(request)
  return (
    checkNumber(request, counter) ??
    notInFuture(request, 'ocrnDt') ??
    checkStockRecord(request) ??
    checkLineCount(body) ??
    checkStockDocument(request) ??
    checkOutgoing(request)
  )
}

function move(request: CallRequest, line: CallRequest['body']): void {
  const { store, device, now } = request
  const item = text(line, 'itemCd')
  const quantity = Math.abs(hundredths(line, 'qty'))
  const movement = text(request.body, 'sarTyCd')
  if (!bringsIn(movement)) {
    changeStock(request, { item, onHand: -quantity, sold: movement === SALE_OUT ? -quantity : 0 })
    return
  }
  const mistaxed = itemOf(request, item)?.taxType === text(line, 'taxTyCd') ? 0 : quantity
  changeStock(request, { item, onHand: quantity, mistaxed })
  store.run(
    'INSERT INTO stock_in (tin, bhf_id, item, at, quantity) VALUES (?, ?, ?, ?, ?)',
    device.tin,
    device.bhfId,
    item,
    now,
    quantity,
  )
}

function record(request: CallRequest): void {
  const { store, device, body, now } = request
  const scope = scopeOf(request)
  const number = whole(body, 'sarNo')
  store.run(
    'INSERT INTO stock_io (scope, number, tin, bhf_id, serial, body, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    scope,
    number,
    device.tin,
    device.bhfId,
    device.serial,
    JSON.stringify(body),
    now,
  )
  advance(request, { scope, kind: 'stock', to: number })
}

/** The other branch finds the goods in its selectStockMoveList and must book them in (`authority §1.4` no. 17). */
function announceTransfer({ store, device, body, now }: CallRequest): void {
  const receiver = text(body, 'custBhfId')
  if (receiver === '') return
  const { sarNo, ocrnDt, totItemCnt, totTaxblAmt, totTaxAmt, totAmt, remark, itemList } = body
  store.run(
    'INSERT INTO transfer (tin, bhf_id, body, changed_at) VALUES (?, ?, ?, ?)',
    device.tin,
    receiver,
    JSON.stringify({
      custTin: device.tin,
      custBhfId: device.bhfId,
      sarNo,
      ocrnDt,
      totItemCnt,
      totTaxblAmt,
      totTaxAmt,
      totAmt,
      remark: remark ?? null,
      itemList,
    }),
    now,
  )
}

const saveStockMaster: Call = {
  name: 'saveStockMaster',
  aliases: ['save/stockMaster'],
  fields: { members: fields(`itemCd C20 Y, rsdQty N13.2 Y, ${AUDIT}`) },
  hidesRefusals: true,
  run: (request) => {
    const refusal = request.strict ? checkRemaining(request) : undefined
    return refusal ?? saveRecord(request, { kind: 'stockMaster', code: text(request.body, 'itemCd') })
  },
}

const selectStockMaster: Call = {
  name: 'selectStockMaster',
  aliases: [],
  fields: SINCE,
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<{ body: string }>(
      `SELECT body FROM record WHERE kind = 'stockMaster' AND tin = ? AND bhf_id = ? AND changed_at > ?
       AND changed_at <= ? ORDER BY code`,
      request.device.tin,
      request.device.bhfId,
      from,
      to,
    )
    return found(
      'stockList',
      bodies(rows).map(({ itemCd, rsdQty }) => ({ itemCd, rsdQty })),
    )
  },
}

const selectStockMoveList: Call = {
  name: 'selectStockMoveList',
  aliases: ['selectStockMoveLists'],
  fields: SINCE,
  identityInBody: { tin: 'tin cannot be Null', bhfId: 'bhfId cannot be Null' },
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<{ body: string }>(
      'SELECT body FROM transfer WHERE tin = ? AND bhf_id = ? AND changed_at > ? AND changed_at <= ? ORDER BY id',
      request.device.tin,
      request.device.bhfId,
      from,
      to,
    )
    return found('stockList', bodies(rows))
  },
}

export const STOCK_CALLS: readonly Call[] = [
  insertStockIO,
  saveStockMaster,
  selectStockMaster,
  selectStockMoveList,
]
