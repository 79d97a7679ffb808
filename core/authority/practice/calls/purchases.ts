import { lines, text, whole } from '../body.ts'
import { itemOf } from '../catalogue.ts'
import { checkLineCount, checkTaxedDocument } from '../checks/arithmetic.ts'
import { AUDIT, fields, TAXES } from '../checks/fields.ts'
import { advance, checkNumber, scopeOf } from '../checks/numbers.ts'
import { notInFuture } from '../checks/sale.ts'
import { isCode } from '../data/codes.ts'
import { broken, done, found, type Refusal, refused } from '../outcome.ts'
import type { Call, CallRequest } from './call.ts'
import { bodies, SINCE, windowOf } from './reading.ts'

/** Invoices addressed to the caller's PIN which it has not registered as purchases yet (authority §1.4 no. 15). */
const selectTrnsPurchaseSalesList: Call = {
  name: 'selectTrnsPurchaseSalesList',
  aliases: ['getPurchaseTransactionInfo'],
  fields: SINCE,
  identityInBody: { tin: 'Missing Tin', bhfId: 'Missing BhfId' },
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<{ body: string }>(
      `SELECT body FROM supplier_invoice WHERE tin = ? AND registered_at IS NULL AND changed_at > ? AND changed_at <= ?
       ORDER BY changed_at, supplier, number`,
      request.device.tin,
      from,
      to,
    )
    return found('saleList', bodies(rows))
  },
}

type SupplierRow = { supplier_bhf_id: string; registered_at: number | null }

function supplierInvoiceOf({ store, device, body }: CallRequest): SupplierRow | undefined {
  const branch = text(body, 'spplrBhfId')
  return store
    .all<SupplierRow>(
      'SELECT supplier_bhf_id, registered_at FROM supplier_invoice WHERE tin = ? AND supplier = ? AND number = ?',
      device.tin,
      text(body, 'spplrTin'),
      whole(body, 'spplrInvcNo'),
    )
    .find((row) => branch === '' || row.supplier_bhf_id === branch)
}

const insertTrnsPurchase: Call = {
  name: 'insertTrnsPurchase',
  aliases: ['sendPurchaseTransactionInfo'],
  fields: {
    members:
      fields(`invcNo N38 Y, orgInvcNo N38 Y, spplrTin C11 N, spplrBhfId C2 N, spplrNm C60 N, spplrInvcNo N38 N
      regTyCd C5 Y, pchsTyCd C5 Y, rcptTyCd C5 Y, pmtTyCd C5 Y, pchsSttsCd C5 Y, cfmDt D14 N, pchsDt D8 Y, wrhsDt D14 N
      cnclReqDt D14 N, cnclDt D14 N, rfdDt D14 N, totItemCnt N10 Y, ${TAXES}, remark C400 N, ${AUDIT}`),
    lines: fields(`itemSeq N3 Y, itemCd C20 N, itemClsCd C10 Y, itemNm C200 Y, bcd C20 N, spplrItemClsCd C10 N
      spplrItemCd C20 N, spplrItemNm C200 N, pkgUnitCd C5 N, pkg N13.2 Y, qtyUnitCd C5 Y, qty N13.2 Y, prc N18.2 Y
      splyAmt N18.2 Y, dcRt N5.2 Y, dcAmt N18.2 Y, taxblAmt N18.2 Y, taxTyCd C5 Y, taxAmt N18.2 Y, totAmt N18.2 Y
      itemExprDt C8 N`),
    missing: { regTyCd: 'regTyCd cannot be null' },
  },
  run: (request) => {
    const refusal = check(request)
    if (refusal) return refusal
    register(request)
    return done()
  },
}

function check(request: CallRequest): Refusal | undefined {
  const { body, strict } = request
  const counter = { kind: 'purchases', table: 'purchase', number: whole(body, 'invcNo') } as const
  if (!strict) return checkNumber(request, counter) ?? checkTaxedDocument(request)
  return (
    checkNumber(request, counter) ??
    notInFuture(request, 'pchsDt') ??
    checkCodes(body) ??
    checkSupplier(request) ??
    checkLineCount(body) ??
    checkItems(request) ??
    checkTaxedDocument(request)
  )
}

function checkCodes(body: CallRequest['body']): Refusal | undefined {
  if (!isCode('31', text(body, 'regTyCd'))) return broken('Invalid regTyCd')
  if (!isCode('14', text(body, 'pchsTyCd'))) return broken('Invalid pchsTyCd')
  if (!isCode('38', text(body, 'rcptTyCd'))) return broken('Invalid rcptTyCd')
  return isCode('11', text(body, 'pchsSttsCd')) ? undefined : broken('Invalid pchsSttsCd')
}

function checkSupplier(request: CallRequest): Refusal | undefined {
  const { body } = request
  if (text(body, 'spplrTin') === '' || text(body, 'spplrInvcNo') === '')
    return broken('Missing purchase Record')
  const invoice = supplierInvoiceOf(request)
  if (!invoice) return broken(`Supplier invoice number ${text(body, 'spplrInvcNo')} does not exist`)
  return invoice.registered_at === null ? undefined : refused('994')
}

/** The buyer's own code is required on the line; the supplier's goes into `spplrItemCd` (`authority §1.4` no. 16). */
function checkItems(request: CallRequest): Refusal | undefined {
  for (const [index, line] of lines(request.body).entries()) {
    const code = text(line, 'itemCd')
    if (itemOf(request, code)) continue
    return broken(
      `Item ${code} provided on item: ${index + 1}. does not exist in your inventory. Ensure it is added under item management package`,
    )
  }
  return undefined
}

function register(request: CallRequest): void {
  const { store, device, body, now } = request
  const scope = scopeOf(request)
  const number = whole(body, 'invcNo')
  store.run(
    'INSERT INTO purchase (scope, number, tin, bhf_id, serial, body, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    scope,
    number,
    device.tin,
    device.bhfId,
    device.serial,
    JSON.stringify(body),
    now,
  )
  advance(request, { scope, kind: 'purchases', to: number })
  const invoice = supplierInvoiceOf(request)
  if (!invoice) return
  store.run(
    'UPDATE supplier_invoice SET registered_at = ? WHERE tin = ? AND supplier = ? AND supplier_bhf_id = ? AND number = ?',
    now,
    device.tin,
    text(body, 'spplrTin'),
    invoice.supplier_bhf_id,
    whole(body, 'spplrInvcNo'),
  )
}

export const PURCHASE_CALLS: readonly Call[] = [selectTrnsPurchaseSalesList, insertTrnsPurchase]
