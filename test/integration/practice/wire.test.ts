import { afterEach, describe, expect, it } from 'vitest'
import { item, sale } from './documents.ts'
import {
  initialise,
  PIN,
  type Reply,
  result,
  SINCE_EVER,
  startTill,
  type Till,
  takeToken,
  words,
} from './till.ts'

let till: Till
afterEach(() => till.authority.close())

const since = { lastReqDt: SINCE_EVER, tin: PIN, bhfId: '00' }

/** Every path of authority §1.3, with a body that gets beyond the field checks or not: only the routing is looked at. */
const PATHS = [
  ['selectCodeList'],
  ['selectCustomer', 'selectTaxpayerInfo', 'customerPinInfo', 'selectCustomerList'],
  ['selectNoticeList'],
  ['selectItemClsList', 'selectItemClass'],
  ['saveItem'],
  ['selectItemList', 'itemInfo'],
  ['selectBhfList', 'branchList'],
  ['saveBhfCustomer', 'branchSendCustomerInfo'],
  ['saveBhfUser', 'branchUserAccount'],
  ['saveBhfInsurance', 'branchInsuranceInfo'],
  ['selectImportItemList', 'importedItemInfo'],
  ['updateImportItem', 'importedItemConvertedInfo'],
  ['saveTrnsSalesOsdc', 'sendSalesTransaction'],
  ['selectTrnsPurchaseSalesList', 'getPurchaseTransactionInfo'],
  ['insertTrnsPurchase', 'sendPurchaseTransactionInfo'],
  ['selectStockMoveList', 'selectStockMoveLists'],
  ['insertStockIO', 'insert/stockIO'],
  ['saveStockMaster', 'save/stockMaster'],
  ['saveItemComposition'],
  ['selectInvoiceDetails', 'selectInvoiceDetail'],
  ['selectTrnsSalesList', 'selectSalesTransactions'],
  ['selectStockMaster'],
].flat()

const post = async (url: string, init: RequestInit = {}): Promise<Reply> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    ...init,
  })
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    body: JSON.parse(text),
  }
}

describe.each(['legacy', 'gateway'] as const)('the %s wire', (dialect) => {
  it('knows every call under each of its names, below both base paths and below none', async () => {
    till = await startTill({ dialect })
    await initialise(till)
    const origin = `http://127.0.0.1:${till.authority.port}`
    for (const base of ['', '/etims-api', '/etims-oscu/api/v1']) {
      for (const path of [...PATHS, 'selectInitOsdcInfo', 'initialize']) {
        const reply = await post(`${origin}${base}/${path}`, {
          headers: { 'content-type': 'application/json', ...till.headers },
        })
        expect(words(reply), `${base}/${path}`).not.toMatch(/method error/i)
        expect(reply.status, `${base}/${path}`).not.toBe(404)
      }
    }
  })

  it('issues a key once, with the shapes of the real one', async () => {
    till = await startTill({ dialect })
    const info = await initialise(till)
    expect(info).toMatchObject({ tin: PIN, bhfId: '00', hqYn: 'Y', taxprNm: 'MFANO TRADERS LTD' })
    expect(info.sdcId).toMatch(/^KRACU\d{10}$/)
    expect(info.mrcNo).toMatch(/^[A-Z]{3}\d{8}$/)
    expect(info.cmcKey).toMatch(/^[0-9a-f]{32}$/)
    expect(info.dvcId).not.toBe(info.sdcId)
    const again = result(
      await till.call('selectInitOsdcInfo', { tin: PIN, bhfId: '00', dvcSrlNo: 'dvcv1130' }),
    )
    expect(again).toMatchObject({ resultCd: '902', data: null })
    expect(result(await till.call('selectCodeList', since)).resultCd).toBe('000')
  })

  it('refuses what is no device of the taxpayer', async () => {
    till = await startTill({ dialect })
    await till.control('PUT', `devices/${PIN}/00/closed`, { approved: false })
    await till.control('PUT', `devices/${PIN}/00/vscu`, { type: 'VSCU' })
    const init = async (changes: object) =>
      result(await till.call('selectInitOsdcInfo', { tin: PIN, bhfId: '00', dvcSrlNo: 'x', ...changes }))
        .resultCd
    expect(await init({ dvcSrlNo: 'closed' })).toBe('901')
    expect(await init({ dvcSrlNo: 'vscu' })).toBe('903')
    expect(await init({ tin: 'NOT-A-PIN' })).toBe('901')
    expect(await init({ dvcSrlNo: '' })).toBe('910')
    await initialise(till)
    const key = till.headers['cmcKey']
    till.headers['cmcKey'] = 'wrong'
    expect(result(await till.call('selectCodeList', since)).resultCd).toBe('901')
    Object.assign(till.headers, { cmcKey: key, bhfId: '01' })
    expect(result(await till.call('selectCodeList', since)).resultCd).toBe('E04')
    till.headers['bhfId'] = '00'
    await till.control('PUT', `devices/${PIN}/00/dvcv1130`, { approved: false })
    expect(result(await till.call('selectCodeList', since)).resultCd).toBe('901')
  })

  it('spoils a device that is initialised twice, when set to', async () => {
    till = await startTill({ dialect })
    await till.control('PUT', 'settings', { secondInit: 'corrupt' })
    await initialise(till)
    await till.call('initialize', { tin: PIN, bhfId: '00', dvcSrlNo: 'dvcv1130' })
    expect(result(await till.call('selectCodeList', since)).resultCd).toBe('901')
  })

  it('names an empty body, a wrong content type and a wrong verb', async () => {
    till = await startTill({ dialect })
    await initialise(till)
    const url = `${till.authority.url}/selectCodeList`
    const headers = { 'content-type': 'application/json', ...till.headers }
    expect(result(await post(url, { headers, body: '' })).resultCd).toBe('911')
    expect(result(await post(url, { headers, body: '[1]' })).resultCd).toBe('911')
    expect(result(await post(url, { headers: { ...headers, 'content-type': 'text/plain' } })).resultCd).toBe(
      '911',
    )
    expect(result(await post(url, { headers, method: 'PUT' })).resultCd).toBe('912')
  })
})

describe('the legacy wire', () => {
  it('answers HTTP 200 with a plain envelope, whatever it says', async () => {
    till = await startTill()
    await initialise(till)
    const reply = await till.call('selectCustomer', { custmTin: 'P999999999Z' })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      resultCd: '001',
      resultMsg: 'There is no search result',
      resultDt: expect.stringMatching(/^\d{14}$/),
      data: null,
    })
  })

  it('takes tin, bhfId and cmcKey from headers or body, and misses them with 900', async () => {
    till = await startTill()
    await initialise(till)
    const { tin, bhfId, cmcKey } = till.headers
    for (const name of ['tin', 'bhfId', 'cmcKey']) delete till.headers[name]
    expect(result(await till.call('selectCodeList', { lastReqDt: SINCE_EVER })).resultCd).toBe('900')
    expect(result(await till.call('saveItem', { ...item(1), tin, bhfId, cmcKey })).resultCd).toBe('000')
    expect(JSON.stringify(await till.control('GET', 'ledger'))).not.toContain(cmcKey)
  })

  it('answers an unknown path with 912', async () => {
    till = await startTill()
    expect((await till.call('selectNothing')).body.resultCd).toBe('912')
  })
})

describe('the gateway wire', () => {
  it('wraps the result, and nothing found in an HTTP 400', async () => {
    till = await startTill({ dialect: 'gateway' })
    await initialise(till)
    const some = await till.call('selectCustomer', { custmTin: 'A000000001Z' })
    expect(some.status).toBe(200)
    expect(some.body).toMatchObject({
      responseHeader: { responseCode: 200, responseRefID: expect.any(String) },
      responseBody: { resultCd: '000', data: { custList: [{ tin: 'A000000001Z', taxprSttsCd: 'A' }] } },
    })
    const none = await till.call('selectCustomer', { custmTin: 'P999999999Z' })
    expect(none.status).toBe(400)
    expect(none.body).toMatchObject({
      responseHeader: { responseCode: 400 },
      responseBody: { resultCd: '001', data: null },
    })
  })

  it('explains a broken rule in debugMessage only, with HTTP 400 and no result', async () => {
    till = await startTill({ dialect: 'gateway' })
    await initialise(till)
    const reply = await till.call('sendSalesTransaction', sale(4))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      responseHeader: {
        responseCode: 400,
        customerMessage: 'Validation failed',
        debugMessage: expect.stringMatching(/^Invc No: 4/),
      },
      responseBody: null,
    })
  })

  it('hides the refusal of a stock master in an HTTP 200', async () => {
    till = await startTill({ dialect: 'gateway' })
    await initialise(till)
    await till.call('saveItem', item(1))
    const reply = await till.call('save/stockMaster', {
      itemCd: item(1).itemCd,
      rsdQty: 5,
      regrId: 'u',
      regrNm: 'u',
      modrId: 'u',
      modrNm: 'u',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ responseHeader: { responseCode: 400 }, responseBody: null })
  })

  it('gives tokens to GET with Basic only, and says how long they live as text', async () => {
    till = await startTill({ dialect: 'gateway' })
    const token = await takeToken(till)
    expect(token).toEqual({ access_token: expect.any(String), expires_in: '3599' })
    const url = `${till.authority.tokenUrl}?grant_type=client_credentials`
    const basic = { authorization: `Basic ${Buffer.from('key:secret').toString('base64')}` }
    expect((await fetch(url, { method: 'POST', headers: basic })).status).toBe(405)
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(till.authority.tokenUrl, { headers: basic })).status).toBe(400)
    await till.control('PUT', 'settings', { consumer: { key: 'ours', secret: 'hidden' } })
    expect(await takeToken(till)).toMatchObject({ fault: { detail: { errorcode: expect.any(String) } } })
    expect(await takeToken(till, 'ours:hidden')).toMatchObject({ expires_in: '3599' })
  })

  it('refuses missing, unknown and expired tokens, each in its own shape', async () => {
    till = await startTill({ dialect: 'gateway' })
    await initialise(till)
    const { authorization = '' } = till.headers
    const unknown = await till.call('selectCodeList', since, { authorization: 'Bearer unknown' })
    expect(unknown.status).toBe(401)
    expect(unknown.body).toMatchObject({
      header: { responseMessage: 'Unauthorised-Invalid Access Token', responseCode: 401 },
      body: {},
    })
    delete till.headers['authorization']
    const missing = await till.call('selectCodeList', since)
    expect(missing).toMatchObject({
      status: 401,
      body: { fault: { detail: { errorcode: 'oauth.v2.InvalidAccessToken' } } },
    })
    till.headers['authorization'] = authorization
    await till.control('PUT', 'clock', { skewMs: 3_600_000 })
    expect(await till.call('selectCodeList', since)).toMatchObject({
      status: 401,
      body: { fault: { faultstring: 'Access Token expired' } },
    })
  })

  it('wants the app id, the identity in headers, and for some calls in the body too', async () => {
    till = await startTill({ dialect: 'gateway' })
    await initialise(till)
    const lastReqDt = { lastReqDt: SINCE_EVER }
    expect(words(await till.call('selectStockMoveLists', lastReqDt))).toBe('tin cannot be Null')
    expect(words(await till.call('getPurchaseTransactionInfo', lastReqDt))).toBe('Missing Tin')
    expect(words(await till.call('initialize', { bhfId: '00' }))).toBe('Missing Tin')
    delete till.headers['tin']
    expect(words(await till.call('selectCodeList', since))).toBe('tin cannot be Null')
    delete till.headers['apigee_app_id']
    expect(words(await till.call('selectCodeList', since))).toBe('apigee_app_id cannot be Null')
  })

  it('knows no proxy for an unknown path', async () => {
    till = await startTill({ dialect: 'gateway' })
    expect(await till.call('selectNothing')).toMatchObject({
      status: 404,
      body: { fault: { faultstring: expect.any(String) } },
    })
  })
})
