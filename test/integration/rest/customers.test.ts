/** GET /customers/:pin, POST /customers, PATCH /customers/{customerId} (spec 4.5, 4.6, 2.4, 2.12). */
import { describe, expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { type Software, startSoftware } from './software.ts'

const pin = 'A000000001Z'
const minimal = { custTin: pin, custNm: 'Mama Aisha' }
const full = {
  ...minimal,
  custNo: '000000042',
  adrs: 'Moi Avenue 4',
  telNo: '0700000001',
  email: 'aisha@example.co.ke',
  faxNo: '020100200',
  useYn: 'N',
  regrId: 'POS-1',
  regrNm: 'Point of sale',
  modrId: 'POS-2',
  modrNm: 'Back office',
}

const reported = async ({ authority }: Software) =>
  (await authority.ledger()).records.filter(({ kind }) => kind === 'customer').map(({ request }) => request)

test('a customer is saved with every field, and with the defaults of the specification', async () => {
  const software = await startSoftware()
  await software.gets('POST', '/customers', minimal)
  const defaults = { custNo: '000', useYn: 'Y', regrId: 'USR01', regrNm: 'Admin' }
  expect(await reported(software)).toMatchObject([
    { ...minimal, ...defaults, modrId: 'USR01', modrNm: 'Admin' },
  ])
  await software.gets('POST', '/customers', full)
  expect(await reported(software)).toMatchObject([full])
  expect(await software.gets('GET', `/customers/${pin}`)).toMatchObject(full)
  // Omitted fields stay, empty ones go.
  await software.gets('POST', '/customers', { ...minimal, custNm: 'Aisha', adrs: '', telNo: null })
  const kept = { ...full, custNm: 'Aisha', adrs: null, modrId: 'USR01', modrNm: 'Admin' }
  expect(await software.gets('GET', `/customers/${pin}`)).toMatchObject(kept)
  expect(await reported(software)).toMatchObject([kept])
  // Customers who share a number stay apart.
  await software.gets('POST', '/customers', { custTin: 'P051111111A', custNm: 'Nyota', custNo: full.custNo })
  expect((await reported(software)).map((record) => record['custNm'])).toEqual(['Aisha', 'Nyota'])
})

describe('while the authority is away', () => {
  test('a save is kept once; repeated once it is settled it gets the outcome, and the next one is sent', async () => {
    const software = await startSoftware({ timing: { answerMs: 300 } })
    const kept = () =>
      software
        .read<{ state: string }>(software.appId, "select state from submission where kind = 'customer'")
        .map(({ state }) => state)
    const isAway = { status: 503, resultCd: '006' }
    await software.authority.offline(true)
    for (const custNm of ['One', minimal.custNm, minimal.custNm]) {
      const answer = await software.post('/customers', { ...minimal, custNm })
      expect(answer).toMatchObject({ ...isAway, data: { queueId: expect.any(Number) } })
    }
    expect(kept()).toHaveLength(1)
    await software.authority.offline(false)
    await software.settled()
    await software.gets('POST', '/customers', minimal)
    expect(kept()).toEqual(['accepted'])
    await software.gets('POST', '/customers', minimal)
    expect(kept()).toHaveLength(2)

    const other = { ...minimal, custNm: 'Aisha' }
    await software.authority.offline(true)
    expect(await software.post('/customers', other)).toMatchObject(isAway)
    await software.authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid custNm', paths: ['/saveBhfCustomer'], times: 1 },
    ])
    await software.authority.offline(false)
    await software.waitFor(async () => kept().includes('refused'))
    const refused = await software.post('/customers', other)
    expect(refused).toMatchObject({ status: 400, resultCd: '003', data: { authorityCode: '910' } })
    expect(refused.resultMsg).toContain('Invalid custNm')
    await software.gets('POST', '/customers', other)
    expect((await reported(software)).at(-1)).toMatchObject({ custNm: 'Aisha' })
  })

  test('a look-up answers what is known here, and 006 only for a PIN never seen', async () => {
    const software = await startSoftware()
    const seen = await software.gets('GET', '/customers/P051111111A')
    await software.gets('POST', '/customers', minimal)
    await software.authority.offline(true)
    expect(await software.gets('GET', '/customers/P051111111A')).toEqual(seen)
    expect(await software.gets('GET', `/customers/${pin}`)).toMatchObject({ ...minimal, tin: null })
    const never = await software.send('GET', '/customers/P999999999Z')
    expect(never).toMatchObject({ status: 503, resultCd: '006', data: null })
  })
})

const software = shared((cleanUp) => startSoftware({ cleanUp }))

describe('GET /customers/:pin', () => {
  test('a taxpayer who is no customer here', async () => {
    expect(await software().gets('GET', '/customers/P052000005P')).toMatchObject({
      custTin: 'P052000005P',
      custNm: 'KALE TRADERS LTD',
      custNo: null,
      registered: false,
      tin: 'P052000005P',
      taxprNm: 'KALE TRADERS LTD',
      taxprSttsCd: 'D',
      bhfId: '00',
      prvncNm: 'NAIROBI CITY',
      checkedAt: expect.stringMatching(/Z$/),
    })
  })

  test('a customer is shown under our own name, with the authority’s word beside it', async () => {
    await software().gets('POST', '/customers', minimal)
    expect(await software().gets('GET', `/customers/${pin}`)).toMatchObject({
      custNm: 'Mama Aisha',
      registered: true,
      taxprNm: 'BUYER ONE',
      taxprSttsCd: 'A',
    })
  })

  test('nobody is 000 without data, in words', async () => {
    const answer = await software().send('GET', '/customers/P999999999Z')
    expect(answer).toMatchObject({ status: 200, resultCd: '000', data: null })
    expect(answer.resultMsg).toMatch(/does not know/)
  })
})

describe('PATCH /customers/{customerId}', () => {
  test.each([
    ['P051888888H', {}, 'pin'],
    ['not-a-pin', {}, 'pin'],
    [pin, { custTin: 'P051888888H' }, 'custTin'],
    [pin, { custNm: 'x'.repeat(61) }, 'custNm'],
    [pin, { email: 'nowhere' }, 'email'],
  ])('%s with %j is 003 and names %s', async (customerId, body, field) => {
    const answer = await software().send('PATCH', `/customers/${customerId}`, body)
    expect(answer).toMatchObject({ status: 400, resultCd: '003', body: { success: false } })
    expect(answer.resultMsg).toContain(field)
  })
})

test.each([
  [{ ...minimal, custNm: 'x'.repeat(61) }, 'custNm'],
  [{ ...minimal, custNo: '1234567890' }, 'custNo'],
  [{ ...minimal, email: 'nowhere' }, 'email'],
  [{ ...minimal, telNo: '0'.repeat(21) }, 'telNo'],
])('%j is 003 and names %s', async (body, field) => {
  const answer = await software().post('/customers', body)
  expect(answer).toMatchObject({ status: 400, resultCd: '003' })
  expect(answer.resultMsg).toContain(field)
})
