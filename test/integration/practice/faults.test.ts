import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { item, sale, stockUp } from './documents.ts'
import { initialise, type Json, result, SINCE_EVER, startTill, type Till, takeToken, words } from './till.ts'

let till: Till
const open = async (dialect: 'legacy' | 'gateway' = 'legacy'): Promise<void> => {
  till = await startTill({ dialect })
  await initialise(till)
  await stockUp(till)
}
beforeEach(() => open())
afterEach(() => till.authority.close())

const arm = (...faults: object[]) => till.control('PUT', 'faults', faults)
const sell = (number = 1) => till.call('saveTrnsSalesOsdc', sale(number))
const salesKept = async (): Promise<number> => (await till.control('GET', 'ledger')).sales.length
const asked = async (name: string): Promise<number> => (await till.control('GET', 'state')).calls[name] ?? 0

/** Starts a sale that is never answered, waits until `reached`, and hangs up. */
async function sellUnanswered(reached: () => Promise<void>): Promise<void> {
  const hangUp = new AbortController()
  const sent = fetch(`${till.authority.url}/saveTrnsSalesOsdc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...till.headers },
    body: JSON.stringify(sale(1)),
    signal: hangUp.signal,
  })
  const unanswered = expect(sent).rejects.toThrow()
  await reached()
  hangUp.abort()
  await unanswered
}

describe('a fault', () => {
  it('drops the connection before anything is read', async () => {
    await arm({ kind: 'drop' })
    await expect(sell()).rejects.toThrow()
    await till.control('DELETE', 'faults')
    expect(await salesKept()).toBe(0)
    expect(result(await sell()).resultCd).toBe('000')
  })

  it('cuts before the sale is kept', async () => {
    await arm({ kind: 'cutBefore', times: 1 })
    await expect(sell()).rejects.toThrow()
    expect(await salesKept()).toBe(0)
    expect(result(await sell()).resultCd).toBe('000')
  })

  it('cuts after the sale is kept, whose number is then taken', async () => {
    await arm({ kind: 'cutAfter', times: 1 })
    await expect(sell()).rejects.toThrow()
    expect(await salesKept()).toBe(1)
    expect(words(await sell())).toBe('Invc No: 1 is invalid, use the expected value: 2')
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).data.salesList).toHaveLength(1)
  })

  it('leaves the till waiting without keeping the sale', async () => {
    await arm({ kind: 'timeoutBefore', times: 1 })
    await sellUnanswered(() => vi.waitFor(async () => expect(await asked('saveTrnsSalesOsdc')).toBe(1)))
    expect(await salesKept()).toBe(0)
  })

  it('leaves the till waiting although the sale is kept', async () => {
    await arm({ kind: 'timeoutAfter', times: 1 })
    await sellUnanswered(() => vi.waitFor(async () => expect(await salesKept()).toBe(1)))
  })

  it('accepts late what was cut', async () => {
    await arm({ kind: 'late', ms: 30, times: 1 })
    await expect(sell()).rejects.toThrow()
    await expect.poll(async () => await salesKept()).toBe(1)
  })

  it('accepts at once what was cut when it is hurried', async () => {
    await arm({ kind: 'late', ms: 600_000, times: 1 })
    await expect(sell()).rejects.toThrow()
    expect(await salesKept()).toBe(0)
    await till.control('POST', 'hurry')
    expect(await salesKept()).toBe(1)
  })

  it('answers slowly', async () => {
    await arm({ kind: 'slow', ms: 40 })
    const started = performance.now()
    await sell()
    expect(performance.now() - started).toBeGreaterThanOrEqual(39)
  })

  it.each([502, 503, 504])('answers HTTP %i, with or without the sale', async (status) => {
    await arm({ kind: 'status', status, times: 1 })
    expect(await sell()).toMatchObject({ status })
    expect(await salesKept()).toBe(0)
    await arm({ kind: 'status', status, afterCommit: true, times: 1 })
    expect(await sell()).toMatchObject({ status })
    expect(await salesKept()).toBe(1)
  })

  it('sends a page instead of JSON, and JSON that stops half-way', async () => {
    await arm({ kind: 'html', times: 1 })
    const page = await sell()
    expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') })
    expect(page.text).toMatch(/^<!DOCTYPE html>/)
    await arm({ kind: 'garbled', times: 1 })
    const half = await sell()
    expect(half.type).toContain('json')
    expect(() => JSON.parse(half.text)).toThrow()
    expect(await salesKept()).toBe(1)
  })

  it('refuses with a code, official text or another, and even when the sale is kept', async () => {
    await arm({ kind: 'refuse', code: '990', times: 1 })
    expect(result(await sell())).toMatchObject({
      resultCd: '990',
      resultMsg: 'The maximum number of views has been exceeded',
    })
    await arm({ kind: 'refuse', code: '999', text: 'Later', times: 1 })
    expect(result(await sell())).toMatchObject({ resultCd: '999', resultMsg: 'Later', data: null })
    expect(await salesKept()).toBe(0)
    await arm({ kind: 'refuse', code: '999', afterCommit: true, times: 1 })
    expect(result(await sell()).resultCd).toBe('999')
    expect(await salesKept()).toBe(1)
  })

  it('shows reads as they were', async () => {
    await till.control('PUT', 'clock', { skewMs: 60_000 })
    await till.call('saveItem', item(2))
    await sell()
    await arm({ kind: 'staleReads', ms: 30_000 })
    const items = result(await till.call('selectItemList', { lastReqDt: SINCE_EVER })).data.itemList
    expect(items).toHaveLength(1)
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd).toBe('001')
    await till.control('DELETE', 'faults')
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd).toBe('000')
  })

  it('strikes the calls it names by any of their paths, and only those', async () => {
    await arm({ kind: 'refuse', code: '999', paths: ['/sendSalesTransaction'] })
    expect(result(await till.call('saveItem', item(2))).resultCd).toBe('000')
    expect(result(await sell()).resultCd).toBe('999')
  })

  it('strikes so many times, or by chance from a seed, or until cleared', async () => {
    const code = async () => result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd
    await arm({ kind: 'refuse', code: '999', times: 2 })
    expect([await code(), await code(), await code()]).toEqual(['999', '999', '001'])
    const draws: string[][] = []
    for (const seed of [7, 7, 8]) {
      await arm({ kind: 'refuse', code: '999', probability: 0.5, seed })
      const drawn: string[] = []
      for (let index = 0; index < 20; index++) drawn.push(await code())
      draws.push(drawn)
    }
    expect(draws[0]).toEqual(draws[1])
    expect(draws[0]).not.toEqual(draws[2])
    expect(new Set(draws[0])).toEqual(new Set(['999', '001']))
    await till.control('DELETE', 'faults')
    expect(await code()).toBe('001')
  })

  it('is refused when it is not understood', async () => {
    for (const wrong of [
      { kind: 'flood' },
      { kind: 'slow' },
      { kind: 'drop', ms: 5 },
      { kind: 'drop', times: 0 },
      { kind: 'drop', paths: ['sell'] },
    ]) {
      expect(await till.control('POST', 'faults', wrong)).toMatchObject({ error: expect.any(String) })
    }
    expect((await till.control('GET', 'state')).faults).toEqual([])
  })
})

describe('on the gateway a fault', () => {
  beforeEach(async () => {
    await till.authority.close()
    await open('gateway')
  })

  it('wraps nothing found in an HTTP 400, and hides a 400 in an HTTP 200', async () => {
    await arm({ kind: 'nothing', times: 1 })
    expect(await sell()).toMatchObject({
      status: 400,
      body: { responseBody: { resultCd: '001', data: null } },
    })
    await arm({ kind: 'hidden400', text: 'Not today', times: 1 })
    expect(await sell()).toMatchObject({
      status: 200,
      body: { responseHeader: { responseCode: 400, debugMessage: 'Not today' }, responseBody: null },
    })
    expect(await salesKept()).toBe(0)
  })

  it('expires the token, until a new one is taken', async () => {
    await arm({ kind: 'expiredToken', times: 1 })
    expect(await sell()).toMatchObject({
      status: 401,
      body: { fault: { faultstring: 'Access Token expired' } },
    })
    expect((await sell()).status).toBe(401)
    till.headers['authorization'] = `Bearer ${(await takeToken(till)).access_token}`
    expect((await sell()).status).toBe(200)
  })

  it('may strike the token path', async () => {
    await arm({ kind: 'status', status: 503, paths: ['token'] })
    expect((await fetch(till.authority.tokenUrl)).status).toBe(503)
    expect((await sell()).status).toBe(200)
  })
})

describe('the control path', () => {
  it('takes the authority off its port and back, and stays itself', async () => {
    expect(await till.control('POST', 'offline', { offline: true })).toEqual({ offline: true })
    const refused = await sell().catch((error: Json) => error.cause?.code)
    expect(refused).toBe('ECONNREFUSED')
    expect((await till.control('GET', 'state')).offline).toBe(true)
    await till.control('POST', 'offline', { offline: false })
    expect(result(await sell()).resultCd).toBe('000')
  })

  it('moves the clock, by which dates are judged and answers stamped', async () => {
    const yesterday = -24 * 3_600_000
    expect(await till.control('PUT', 'clock', { skewMs: yesterday })).toMatchObject({ skewMs: yesterday })
    expect(words(await sell())).toMatch(/is in the future$/)
    await till.control('PUT', 'clock', { skewMs: Date.UTC(2031, 5, 1, 9, 30) - Date.now() })
    expect(result(await sell()).data.sdcDateTime).toMatch(/^2031060112\d{4}$/)
  })

  it('keeps every accepted sale in sight when the clock goes back', async () => {
    await sell()
    await till.control('PUT', 'clock', { skewMs: -3_600_000 })
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd).toBe('000')
  })

  it('resets everything, devices included', async () => {
    await sell()
    await arm({ kind: 'drop', paths: ['saveItem'] })
    await till.control('PUT', 'settings', { eRate: 0 })
    expect(await till.control('POST', 'reset')).toMatchObject({
      faults: [],
      counters: [],
      settings: { eRate: 8 },
    })
    expect(result(await sell()).resultCd).toBe('901')
    expect(await till.control('GET', 'ledger')).toMatchObject({ sales: [], items: [], devices: [] })
    await initialise(till)
    await stockUp(till)
    expect(result(await sell()).resultCd).toBe('000')
  })

  it('shows the ledger in the order of acceptance, with signatures and without keys', async () => {
    const signed = result(await sell(1)).data
    await sell(2)
    const ledger = await till.control('GET', `ledger?tin=${till.headers['tin']}`)
    expect(ledger.sales.map((each: Json) => each.number)).toEqual([1, 2])
    expect(ledger.sales[0]).toMatchObject({
      request: { trdInvcNo: 'INV-1', itemList: [{ qty: 1 }] },
      receipt: { label: 'NS', rcptSign: signed.rcptSign, sdcDateTime: signed.sdcDateTime },
    })
    expect(JSON.stringify(ledger)).not.toContain(till.headers['cmcKey'])
    expect(await till.control('GET', 'ledger?tin=P999999999Z')).toMatchObject({ sales: [], items: [] })
  })

  it('refuses settings it does not know', async () => {
    expect(await till.control('PUT', 'settings', { eRate: 9 })).toMatchObject({
      error: expect.stringContaining('eRate'),
    })
    expect(await till.control('PUT', 'settings', { speed: 9 })).toMatchObject({
      error: expect.stringContaining('speed'),
    })
  })
})
