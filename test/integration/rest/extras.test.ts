/** Fields that only the authority uses are sent to it (authority §1.4 no. 14, spec 2.5, 4.11, 4.12). */
import { expect, test } from 'vitest'
import { daysAgo, lineOf, startCounter } from './credits.ts'
import { saleOf } from './software.ts'

const receipt = {
  custMblNo: '0712345678',
  trdeNm: 'Mama Njeri Duka',
  adrs: 'Moi Avenue 12, Nairobi',
  topMsg: 'Karibu',
  btmMsg: 'Asante',
}

test('of a sale with items: who changed it last, and the texts of its receipt, shortened to their room', async () => {
  const { gets, authority } = await startCounter()
  const long = 'x'.repeat(60)
  const sale = saleOf(1, lineOf(1), {
    transaction: { modrId: 'm1', modrNm: 'Mary', totTaxblAmt: 100, totTax: 16, totAmt: 116 },
    lineItems: [lineOf(1)],
  })
  await gets('POST', '/sales-with-items', {
    ...sale,
    receipt: { ...receipt, topMsg: long, prchrAcptcYn: 'Y' },
  })
  const [reported] = (await authority.ledger()).sales
  expect(reported!.request).toMatchObject({
    regrId: 'USR01',
    modrId: 'm1',
    modrNm: 'Mary',
    prchrAcptcYn: 'N',
    cnclReqDt: null,
    receipt: { ...receipt, topMsg: 'x'.repeat(20), prchrAcptcYn: 'Y' },
  })
})

test("of a sale in the authority's own header: what it has of dates and acceptance", async () => {
  const { gets, authority } = await startCounter()
  await gets('POST', '/sales', {
    invcNo: 1,
    stockRlsDt: `${daysAgo(0)}080000`,
    prchrAcptcYn: 'Y',
    receipt,
    itemList: [lineOf(1)],
  })
  const [reported] = (await authority.ledger()).sales
  expect(reported!.request).toMatchObject({
    stockRlsDt: `${daysAgo(0)}080000`,
    prchrAcptcYn: 'Y',
    receipt: { ...receipt, prchrAcptcYn: 'N' },
  })
})

test('of a credit note: the dates of cancelling, a day as its beginning', async () => {
  const { gets, authority } = await startCounter()
  await gets('POST', '/sales', { invcNo: 1, itemList: [lineOf(2)] })
  await gets('POST', '/sales/credit-note', {
    orgInvcNo: 1,
    invcNo: 2,
    salesDt: daysAgo(0),
    cnclReqDt: daysAgo(1),
    cnclDt: `${daysAgo(0)}093000`,
    rfdRsnCd: '03',
    rfdAmt: 116,
    totTaxblAmt: 100,
    totTax: 16,
    items: [lineOf(1)],
  })
  const note = (await authority.ledger()).sales.find(({ request }) => request['rcptTyCd'] === 'R')
  expect(note!.request).toMatchObject({
    cnclReqDt: `${daysAgo(1)}000000`,
    cnclDt: `${daysAgo(0)}093000`,
    prchrAcptcYn: 'N',
    receipt: { custMblNo: null, trdeNm: null },
  })
})
