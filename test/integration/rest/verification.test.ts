/** POST /invoice-verifications (spec 4.18). */
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { express, startCounter } from './credits.ts'
import { startSoftware } from './software.ts'

const path = '/invoice-verifications'

describe('verified', () => {
  const setting = shared(async (cleanUp) => {
    const counter = await startCounter({ cleanUp })
    await counter.sells(1001, 2, { transaction: { trdInvcNo: 'SHOP-7' } })
    const { result } = await counter.gets('GET', '/sales/1001')
    return { ...counter, sign: (result as { rcptSign: string }).rcptSign }
  })

  test.each(['1001', 1001, 'SHOP-7', '1', 1])(
    'number %j with its signature is verified',
    async (orgInvcNo) => {
      const { gets, sign } = setting()
      expect(await gets('POST', path, { orgInvcNo, rcptSign: sign })).toEqual({
        verified: true,
        orgInvcNo: String(orgInvcNo),
        rcptSign: sign,
        verifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      })
    },
  )

  test('dashes as on paper, and small letters, do not matter', async () => {
    const { gets, sign } = setting()
    const rcptSign = (sign.match(/.{4}/g) ?? []).join('-').toLowerCase()
    expect(await gets('POST', path, { orgInvcNo: '1001', rcptSign })).toMatchObject({
      verified: true,
      rcptSign,
    })
  })

  test.each([
    ['another signature', { orgInvcNo: '1001', rcptSign: 'ABCDEFGHIJKLMNOP' }],
    ['the number of another', { orgInvcNo: '1002' }],
    ['a number that the authority does not have', { orgInvcNo: 4711 }],
    ['no signature at all', { orgInvcNo: '1001', rcptSign: 'x' }],
  ])('%s is not', async (_, changes) => {
    const { gets, sign } = setting()
    expect(await gets('POST', path, { rcptSign: sign, ...changes })).toMatchObject({ verified: false })
  })

  test('a credit note is verified as well', async () => {
    const { gets } = setting()
    const { rcptSign } = await gets('POST', '/sales/credit-note-express', express(1001, 1))
    expect(await gets('POST', path, { orgInvcNo: 11001, rcptSign })).toMatchObject({ verified: true })
  })
})

test('what only the authority knows is asked there, and without it 006', async () => {
  const { gets, post, sells, authority } = await startCounter()
  await sells(1001, 1)
  // Its answer is lost and it does not show the document either: the signature of 1002 never gets here.
  await authority.control('PUT', 'faults', [
    { kind: 'cutAfter', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    { kind: 'nothing', paths: ['/selectInvoiceDetails'] },
  ])
  await expect(sells(1002, 1)).rejects.toThrow('did not return its signature')
  expect(await gets('GET', '/sales/1002')).toMatchObject({
    state: 'acceptedUnsigned',
    cisInvcNo: 2,
    result: null,
  })
  await authority.control('PUT', 'faults', [])
  const [known, unknown] = (await authority.ledger()).sales.map(({ receipt }) => String(receipt['rcptSign']))
  expect(await gets('POST', path, { orgInvcNo: '2', rcptSign: unknown })).toMatchObject({ verified: true })
  expect(await gets('POST', path, { orgInvcNo: '2', rcptSign: known })).toMatchObject({ verified: false })

  await authority.offline(true)
  const away = await post(path, { orgInvcNo: '2', rcptSign: unknown })
  expect(away).toMatchObject({ status: 503, resultCd: '006', headers: { 'retry-after': '30' } })
  // Our own invoices need no query.
  expect(await gets('POST', path, { orgInvcNo: '1001', rcptSign: known })).toMatchObject({ verified: true })
  expect(await gets('POST', path, { orgInvcNo: 'T1-9', rcptSign: known })).toMatchObject({ verified: false })
  const lookUp = { orgInvcNo: '1001', rcptSign: known, pin: 'A001234567B' }
  expect(await post(path, lookUp)).toMatchObject({ resultCd: '006' })
  await authority.offline(false)
  expect(await gets('POST', path, lookUp)).toMatchObject({ taxpayer: { taxprNm: 'WANJIKU KAMAU' } })
  await authority.offline(true)
  expect(await gets('POST', path, lookUp)).toMatchObject({ taxpayer: { taxprNm: 'WANJIKU KAMAU' } })
})

test('half a PIN is 003 and named', async () => {
  const { post } = await startSoftware()
  const answer = await post(path, { orgInvcNo: '1', rcptSign: 'x', pin: 'A1' })
  expect(answer).toMatchObject({ status: 400, resultCd: '003' })
  expect(answer.resultMsg).toContain('pin')
})
