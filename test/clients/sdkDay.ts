/** The same day with a client that @hey-api/openapi-ts has made: `node sdkDay.js URL KEY`. No value is cast. */
import { client } from './dist/sdk/client.gen.js'
import {
  creditNoteExpress,
  customerSubmit,
  deviceInitialize,
  invoiceVerify,
  itemRegisterGoods,
  queueFind,
  type SaleLine,
  type SaleSubmitRequest,
  saleFind,
  saleSubmit,
  stockRecord,
  stockSetMaster,
} from './dist/sdk/index.js'

const [, , baseUrl = '', key = ''] = process.argv
client.setConfig({ baseUrl, headers: { 'x-api-key': key } })

const dataOf = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const soap = (qty: number): SaleLine => ({
  itemCd: 'SOAP-800',
  itemNm: 'Bar soap 800 g',
  qtyUnitCd: 'U',
  taxTyCd: 'B',
  prc: 116,
  qty,
  taxblAmt: 100 * qty,
  taxAmt: 16 * qty,
  totAmt: 116 * qty,
})

const device = dataOf(await deviceInitialize({ body: {} }))
const goods = dataOf(
  await itemRegisterGoods({
    body: { itemName: 'Bar soap 800 g', taxType: 'B', price: 116, itemCode: 'SOAP-800' },
  }),
)
dataOf(
  await stockRecord({
    body: {
      sarNo: 501,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 2000,
      totTax: 320,
      totAmt: 2320,
      itemList: [
        {
          itemCd: 'SOAP-800',
          itemNm: 'Bar soap 800 g',
          stockTyCd: '02',
          qty: 20,
          unitPrice: 116,
          totAmt: 2320,
        },
      ],
    },
  }),
)

const body: SaleSubmitRequest = { transaction: { invcNo: 1001 }, lineItems: [soap(2)] }
const sale = dataOf(await saleSubmit({ body }))
const signature = 'rcptSign' in sale.data ? sale.data.rcptSign : null

const again = await saleSubmit({ body })
const duplicate = again.response?.status === 409 && again.error?.resultCd === '004' ? again.error : null
const there = duplicate?.data && 'rcptSign' in duplicate.data ? duplicate.data.rcptSign : null

const later = dataOf(
  await saleSubmit({
    headers: { Prefer: 'respond-async', 'Idempotency-Key': 'order-1002' },
    body: { transaction: { invcNo: 1002 }, lineItems: [soap(1)] },
  }),
)
const place = 'location' in later.data ? later.data : null

const credit = dataOf(
  await creditNoteExpress({ body: { orgInvcNo: 1001, reason: '06', lineItems: [soap(1)] } }),
)
const creditNoteInvcNo = 'creditNoteInvcNo' in credit.data ? credit.data.creditNoteInvcNo : null

const missing = await saleSubmit({
  body: { transaction: { invcNo: 1003 }, lineItems: [{ ...soap(1), itemCd: 'NONE' }] },
})
const { reason, field, retry, kept, resultCd } = missing.error ?? {}

const found = dataOf(await saleFind({ path: { invcNo: '1001' } }))
const queue = dataOf(await queueFind({ query: { state: 'accepted', kind: 'sale', limit: 500 } }))
const customer = dataOf(await customerSubmit({ body: { custTin: 'A000000001Z', custNm: 'Buyer One' } }))
const verified = dataOf(await invoiceVerify({ body: { orgInvcNo: '1001', rcptSign: signature ?? '' } }))
const master = await stockSetMaster({
  body: { itemCd: 'SOAP-800', remainingQty: 20, userId: 'USR01', userName: 'Wanjiru' },
})

process.stdout.write(
  JSON.stringify({
    success: [sale.success, sale.message],
    deviceStatus: device.data.deviceInfo.deviceStatus,
    itemCd: 'itemCd' in goods.data ? goods.data.itemCd : null,
    isSigned: signature !== null && signature === there && found.data.result?.rcptSign === signature,
    wasKept: duplicate?.kept,
    place: place && [place.state, place.location.startsWith('/api/v1/queue/')],
    creditNoteInvcNo,
    failure: { reason, field, retry, kept, resultCd },
    first: queue.data.entries[0]?.number,
    counted: queue.data.counts.accepted > 0,
    customer: customer.success,
    verified: verified.data.verified,
    master: master.data?.resultCd ?? master.error?.reason,
  }),
)
