/** A day of a program whose types openapi-typescript has made: `node fetchDay.js URL KEY`. No value is cast. */
import createClient from 'openapi-fetch'
import type { components, paths } from './dist/api.js'

const [, , baseUrl = '', key = ''] = process.argv
const { GET, POST, PUT } = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } })

const dataOf = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

type Line = components['schemas']['SaleLine']
const soap = (qty: number): Line => ({
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

const device = dataOf(await POST('/api/v1/initialize', { body: {} }))
const goods = dataOf(
  await POST('/api/v1/items/goods', {
    body: { itemName: 'Bar soap 800 g', taxType: 'B', price: 116, itemCode: 'SOAP-800' },
  }),
)
dataOf(
  await POST('/api/v1/stock/io', {
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

// Kaunta fills in omitted fields: `receipt` and `rcptTyCd` are optional.
const body: components['schemas']['SaleSubmitRequest'] = {
  transaction: { invcNo: 1001 },
  lineItems: [soap(2)],
}
const sale = dataOf(await POST('/api/v1/sales-with-items', { body }))
const signature = 'rcptSign' in sale.data ? sale.data.rcptSign : null

const again = await POST('/api/v1/sales-with-items', { body })
const duplicate = again.response.status === 409 && again.error?.resultCd === '004' ? again.error : null
const there = duplicate?.data && 'rcptSign' in duplicate.data ? duplicate.data.rcptSign : null

const later = dataOf(
  await POST('/api/v1/sales-with-items', {
    params: { header: { Prefer: 'respond-async', 'Idempotency-Key': 'order-1002' } },
    body: { transaction: { invcNo: 1002 }, lineItems: [soap(1)] },
  }),
)
const place = 'location' in later.data ? later.data : null

const credit = dataOf(
  await POST('/api/v1/sales/credit-note-express', {
    body: { orgInvcNo: 1001, reason: '06', lineItems: [soap(1)] },
  }),
)
const creditNoteInvcNo = 'creditNoteInvcNo' in credit.data ? credit.data.creditNoteInvcNo : null

const missing = await POST('/api/v1/sales-with-items', {
  body: { transaction: { invcNo: 1003 }, lineItems: [{ ...soap(1), itemCd: 'NONE' }] },
})
const { reason, field, retry, kept, resultCd } = missing.error ?? {}

const found = dataOf(await GET('/api/v1/sales/{invcNo}', { params: { path: { invcNo: '1001' } } }))
const queue = dataOf(
  await GET('/api/v1/queue', { params: { query: { state: 'accepted', kind: 'sale', limit: 500 } } }),
)
const customer = dataOf(
  await POST('/api/v1/customers', { body: { custTin: 'A000000001Z', custNm: 'Buyer One' } }),
)
const verified = dataOf(
  await POST('/api/v1/invoice-verifications', { body: { orgInvcNo: '1001', rcptSign: signature ?? '' } }),
)
const master = await PUT('/api/v1/stock/master', {
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
