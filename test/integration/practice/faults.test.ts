/** Of the practice authority's faults and control path, what no test of the till would notice. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { item, sale, stockUp } from './documents.ts'
import { initialise, result, startTill, type Till } from './till.ts'

let till: Till
beforeEach(async () => {
  till = await startTill()
  await initialise(till)
  await stockUp(till)
})
afterEach(() => till.authority.close())

const arm = (...faults: object[]) => till.control('PUT', 'faults', faults)
const sell = (number = 1) => till.call('saveTrnsSalesOsdc', sale(number))

describe('a fault', () => {
  it('shows reads as they were', async () => {
    await till.control('PUT', 'clock', { skewMs: 60_000 })
    await till.call('saveItem', item(2))
    await sell()
    await arm({ kind: 'staleReads', ms: 30_000 })
    const items = result(await till.call('selectItemList', { lastReqDt: '20180101000000' })).data.itemList
    expect(items).toHaveLength(1)
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd).toBe('001')
    await till.control('DELETE', 'faults')
    expect(result(await till.call('selectInvoiceDetails', { invcNo: 1 })).resultCd).toBe('000')
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

describe('the control path', () => {
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

  it('refuses settings it does not know', async () => {
    expect(await till.control('PUT', 'settings', { eRate: 9 })).toMatchObject({
      error: expect.stringContaining('eRate'),
    })
    expect(await till.control('PUT', 'settings', { speed: 9 })).toMatchObject({
      error: expect.stringContaining('speed'),
    })
  })
})
