import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../core/authority/oscu/envelope.ts'
import { parseWireDateTime } from '../../../core/fiscal/dates.ts'

const legacy = (resultCd: string, resultMsg = 'words', data: unknown = null) =>
  JSON.stringify({ resultCd, resultMsg, resultDt: '20260301101500', data })

const gateway = (responseHeader: object, responseBody: unknown = null) =>
  JSON.stringify({ responseHeader: { responseRefID: 'r', ...responseHeader }, responseBody })

const outcome = (status: number, body: string) => readAnswer(status, body).outcome

describe('result codes (authority §2.1, §2.2)', () => {
  test.each(['000', '00', '0000'])('%s is accepted with its data', (code) => {
    expect(outcome(200, legacy(code, 'It is succeeded', { n: 1 }))).toEqual({
      kind: 'accepted',
      data: { n: 1 },
    })
  })

  test('001 finds nothing', () => {
    expect(outcome(200, legacy('001'))).toEqual({ kind: 'nothingFound' })
  })

  test.each([
    '891',
    '892',
    '893',
    '895',
    '899',
    '902',
    '910',
    '911',
    '922',
    '995',
    'E11',
    'E31',
    '881',
    '884',
  ])('%s is refused', (code) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'refused', code, text: 'words' })
  })

  test.each(['002', '777', 'X1'])('%s turns nothing down that anybody has documented', (code) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'refused', code, text: 'words', undocumented: true })
  })

  test.each(['921', '994'])('%s is refused because it is there already', (code) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'refused', code, text: 'words', duplicate: true })
  })

  test.each(['900', '901', '903', 'E04'])('%s means that the device is not known there', (code) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'notInitialised', code, text: 'words' })
  })

  test.each(['894', '896', '991', '992', '993', '999'])('%s leaves open what became of it', (code) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'mayHaveArrived', text: `${code}: words` })
  })

  test.each([
    ['912', { notThere: true }],
    ['990', {}],
  ])('%s was not done and may be asked again later', (code, more) => {
    expect(outcome(200, legacy(code))).toEqual({ kind: 'neverArrived', text: 'words', ...more })
  })
})

describe('texts of the strict checks (authority §2.3)', () => {
  const refusals: [string, object][] = [
    ['Invc No: 7 is invalid, use the expected value: 5', { expected: 5 }],
    ['Invalid invcNo sequence, expected: 5 but found: 7', { expected: 5 }],
    ['Invalid sarNo: Expected: 2 but found: 9', { expected: 2 }],
    ['Invalid itemCd Sequence. Expected sequence ending with: ********4', { expected: 4 }],
    ["The ItemCd isn't made up of correct QtyUnitCd", {}],
    ['Incorrect QtyUnitCd Prefix', {}],
    ['Incorrect Packaging Unit Prefix', {}],
    ['The Package unit code can ony be among the following list: [AM, BA]', {}],
    ['Invalid Quantity Unit Code', {}],
    ['orgnNatCd cannot be null', {}],
    ['Invalid pkg for ItemList 1. Expected: 1, Found: 2', {}],
    ['Invalid splyAmnt on item: 1. Expected: 2.00, But Found: 1.00', {}],
    ['Invalid taxblAmt on item: 1. Expected: 862.07, But Found: 1000.00', {}],
    [
      'Validation failed / Rule taxRtB failed: Tax rate mismatch. Expected: 16.00, Found: 0.0',
      { enforcedRate: { taxType: 'B', percent: 16 } },
    ],
    [
      'Rule taxRtE failed: Tax rate mismatch. Expected: 0.00, Found: 8',
      { enforcedRate: { taxType: 'E', percent: 0 } },
    ],
    ['Item KE2NTNO0000001 does not exist in your stock master', { stockNotSeen: true }],
    ['Items provided under the itemList section do not exist in your stock.', { stockNotSeen: true }],
    ['orgInvcNo does not exist. Please update the field and try again', {}],
    ['Missing RfdDt Date', {}],
    ['Invalid RfdRsnCd', {}],
    ['Stock IO is empty, consider adding items to the stock IO first', {}],
    ['rsdQty mismatch. Expected: 0.0 but found: 150', {}],
    ['rsdQty quantity provided does not match the KE2NTNO0000001 code from Stock IO', {}],
    ['regTyCd cannot be null', {}],
    ['Expected a value for totAmt on item: 1 but it is empty or null', {}],
    ['Cannot invoke "java.lang.Integer.intValue()" because "x.getOrgSarNo()" is null', {}],
    ['Insufficient Stock', {}],
    ['You dont have sufficient stock for this Transaction', {}],
    ['Missing purchase Record', {}],
    ['Supplier invoice number 7 does not exist', {}],
    ['Item X does not exist in your inventory. Ensure it is added under item management package', {}],
    ['custTin cannot be empty or Null', {}],
  ]

  test.each(refusals)('"%s" refuses', (text, more) => {
    const body = gateway({ responseCode: 400, customerMessage: 'Validation failed', debugMessage: text })
    expect(outcome(400, body)).toEqual({ kind: 'refused', code: '400', text, ...more })
  })

  test.each([
    'apigee_app_id cannot be Null',
    'tin cannot be Null',
    'bhfId cannot be Null',
    'Missing Tin',
    'Tin cannot be empty',
  ])('"%s" is about who asks, not about the document', (text) => {
    const body = gateway({ responseCode: 400, debugMessage: text })
    expect(outcome(400, body)).toEqual({ kind: 'notAuthorised', code: '400', text })
  })

  test('a missing key means that the device is not initialised', () => {
    const text = 'cmcKey cannot be Null'
    const body = gateway({ responseCode: 400, debugMessage: text })
    expect(outcome(400, body)).toEqual({ kind: 'notInitialised', code: '400', text })
  })

  test('what is to be tried again later was not done', () => {
    const text = 'Error occurred while validating item tax type: Please try again later'
    expect(outcome(400, gateway({ responseCode: 400, debugMessage: text }))).toEqual({
      kind: 'neverArrived',
      text,
    })
  })

  test('a request parameter error keeps the list of its fields', () => {
    const text = 'Request parameter error[<modrId> : may not be empty][<modrNm> : may not be empty]'
    const body = gateway(
      { responseCode: 400, debugMessage: 'Bad Request' },
      { resultCd: '910', resultMsg: text },
    )
    expect(outcome(400, body)).toEqual({ kind: 'refused', code: '910', text })
  })
})

describe('where the gateway puts what it says (authority §1.2)', () => {
  const success = { responseCode: 200, customerMessage: 'Success', debugMessage: 'Success' }

  test('a success is inside the envelope, and so is the clock', () => {
    const body = gateway(success, {
      resultCd: '0000',
      resultMsg: 'Successful',
      resultDt: '20260301101500',
      data: 7,
    })
    const time = parseWireDateTime('20260301101500')
    expect(readAnswer(200, body)).toEqual({ outcome: { kind: 'accepted', data: 7 }, authorityTime: time })
  })

  test('HTTP 400 may wrap a harmless 001', () => {
    const body = gateway(
      { responseCode: 400 },
      { resultCd: '001', resultMsg: 'There is no search result', data: null },
    )
    expect(outcome(400, body)).toEqual({ kind: 'nothingFound' })
  })

  test('HTTP 200 may hide a refusal', () => {
    const body = gateway({
      responseCode: 400,
      customerMessage: 'Validation failed',
      debugMessage: 'rsdQty mismatch',
    })
    expect(outcome(200, body)).toEqual({ kind: 'refused', code: '400', text: 'rsdQty mismatch' })
  })

  test('a refusal that says nothing is still a refusal', () => {
    const body = gateway({ responseCode: 400, customerMessage: 'Validation failed', debugMessage: null })
    expect(outcome(200, body)).toEqual({ kind: 'refused', code: '400', text: 'Validation failed' })
  })

  test('a success that HTTP contradicts is not believed', () => {
    const body = gateway({ responseCode: 400 }, { resultCd: '000', data: null })
    expect(outcome(200, body)).toMatchObject({ kind: 'mayHaveArrived' })
  })

  test('an empty body under a success leaves it open', () => {
    expect(outcome(200, gateway(success))).toMatchObject({ kind: 'mayHaveArrived' })
  })

  test('a bad token has a shape of its own', () => {
    const header = {
      responseMessage: 'Unauthorised-Invalid Access Token',
      responseCode: 401,
      requestRefId: 'r',
    }
    const wanted = { kind: 'notAuthorised', code: '401', text: 'Unauthorised-Invalid Access Token' }
    expect(outcome(401, JSON.stringify({ header, body: {} }))).toEqual(wanted)
    expect(outcome(200, JSON.stringify({ header, body: {} }))).toEqual(wanted)
  })

  const fault = (faultstring: string, errorcode: string) =>
    JSON.stringify({ fault: { faultstring, detail: { errorcode } } })

  test.each([
    [401, 'keymanagement.service.invalid_access_token', 'notAuthorised'],
    [403, 'policies.something.Forbidden', 'notAuthorised'],
    [429, 'policies.ratelimit.QuotaViolation', 'neverArrived'],
    [500, 'policies.ratelimit.SpikeArrestViolation', 'neverArrived'],
    [404, 'messaging.adaptors.http.flow.ApplicationNotFound', 'neverArrived'],
    [400, 'steps.jsonthreatprotection.ExecutionFailed', 'refused'],
    [502, 'messaging.adaptors.http.flow.UnexpectedEOFAtTarget', 'mayHaveArrived'],
    [503, 'messaging.adaptors.http.flow.ServiceUnavailable', 'mayHaveArrived'],
    [504, 'messaging.adaptors.http.flow.GatewayTimeout', 'mayHaveArrived'],
  ])('a fault of the gateway with HTTP %i, %s, is %s', (status, errorcode, kind) => {
    expect(outcome(status, fault('words', errorcode))).toMatchObject({ kind })
  })
})

describe('what cannot be read', () => {
  test.each([
    [200, '<html><body>Welcome to the hotel</body></html>', 'mayHaveArrived'],
    [200, '', 'mayHaveArrived'],
    [200, '[1]', 'mayHaveArrived'],
    [200, '{"resultCd":"000","da', 'mayHaveArrived'],
    [200, '{}', 'mayHaveArrived'],
    [302, '', 'mayHaveArrived'],
    [400, '<html>Bad Request</html>', 'mayHaveArrived'],
    [502, '<html>Bad Gateway</html>', 'mayHaveArrived'],
    [500, legacy('910'), 'mayHaveArrived'],
    [401, '', 'notAuthorised'],
    [403, '<html>Forbidden</html>', 'notAuthorised'],
    [404, '<html>Not Found</html>', 'neverArrived'],
    [404, '{"status":404,"error":"Not Found","path":"/saveItem"}', 'neverArrived'],
    [429, 'slow down', 'neverArrived'],
  ])('HTTP %i with "%s" is %s', (status, body, kind) => {
    expect(outcome(status, body)).toMatchObject({ kind })
  })

  test('only the start of it is repeated', () => {
    const { text } = outcome(200, `<html>${'x'.repeat(5_000)}`) as { text: string }
    expect(text.length).toBeLessThan(200)
  })
})
