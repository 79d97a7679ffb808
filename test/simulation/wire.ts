/** The authority's two wires, as far as the model speaks: names of calls, and where an answer's result stands. */
import type { Verdict } from './authority.ts'

export type Dialect = 'legacy' | 'gateway'

export interface Answer {
  status: number
  body: string
}

/** The gateway's names of the calls that have another on the legacy host. */
const gatewayNames: Record<string, string> = {
  initialize: 'selectInitOsdcInfo',
  sendSalesTransaction: 'saveTrnsSalesOsdc',
  selectInvoiceDetail: 'selectInvoiceDetails',
  'insert/stockIO': 'insertStockIO',
  'save/stockMaster': 'saveStockMaster',
  branchSendCustomerInfo: 'saveBhfCustomer',
  getPurchaseTransactionInfo: 'selectTrnsPurchaseSalesList',
  sendPurchaseTransactionInfo: 'insertTrnsPurchase',
  branchList: 'selectBhfList',
  selectStockMoveLists: 'selectStockMoveList',
  importedItemInfo: 'selectImportItemList',
}

/** The legacy name of the call that an address ends with. */
export const callOf = (url: string, base: string): string => {
  const path = url.slice(base.length + 1)
  return gatewayNames[path] ?? path
}

const json = (status: number, content: unknown): Answer => ({ status, body: JSON.stringify(content) })

/**
 * The gateway wraps the result, says "nothing found" in an HTTP 400, gives a broken rule no result at all, and hides
 * that in an HTTP 200 where goods are concerned.
 */
export const toWire = (dialect: Dialect, verdict: Verdict, call: string): Answer => {
  const { code, text, data, at } = verdict
  const result = { resultCd: code, resultMsg: text, resultDt: at, data }
  if (dialect === 'legacy') return json(200, result)
  const wrapped = (inside: number, debugMessage: string, responseBody: unknown) => ({
    responseHeader: { responseCode: inside, customerMessage: debugMessage, debugMessage },
    responseBody,
  })
  if (code === '000') return json(200, wrapped(200, 'Successful', result))
  if (code === '910') return json(/stock/i.test(call) ? 200 : 400, wrapped(400, text, null))
  return json(400, wrapped(400, text, result))
}

/** Turned down for its token, before anything was looked at. */
export const tokenEnded = (): Answer =>
  json(401, {
    fault: {
      faultstring: 'Access Token expired',
      detail: { errorcode: 'keymanagement.service.access_token_expired' },
    },
  })

export const token = (access_token: string, seconds: number): Answer =>
  json(200, { access_token, expires_in: String(seconds) })
