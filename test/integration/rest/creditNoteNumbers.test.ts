/** Numbers of credit notes: chosen, left to us, in use, and sent again. */
import { describe, expect, test } from 'vitest'
import { at, express, lineOf, ordinary, startCounter, table } from './credits.ts'

describe('numbers', () => {
  test('a default that is in use gives way to the next, which is said', async () => {
    const { post, sells, gets } = await startCounter()
    await sells(1001, 3)
    await sells(11001, 1)
    const first = await post(at.express, express(1001, 1))
    expect(first).toMatchObject({ resultCd: '000' })
    expect(first.body['message']).toContain('Number 11001 is in use, so this credit note is 11002')
    expect(first.data).toMatchObject({ creditNoteInvcNo: '11002' })
    expect(await gets('GET', '/sales/11002')).toMatchObject({ orgInvcNo: '1001' })
    expect(await post(at.express, express(1001, 1))).toMatchObject({
      resultCd: '004',
      data: { creditNoteInvcNo: '11002' },
    })
    const second = await post(at.express, express(1001, 1, { reason: '01' }))
    expect(second.body['message']).toContain('11003')
    const sale = { transaction: { invcNo: 11002 }, receipt: {}, lineItems: [lineOf(1)] }
    expect(await post('/sales-with-items', sale)).toMatchObject({
      resultCd: '004',
      resultMsg: expect.stringContaining('it is the credit note of 1001'),
      data: null,
    })
  })

  test('one that the caller chose is 004 when it is in use, with the result in the endpoint’s own form', async () => {
    const { post, sells, gets } = await startCounter()
    await sells(1001, 3)
    const result = await gets('POST', at.table, table(1001, 'R-1', 1))
    expect(await post(at.table, table(1001, 'R-1', 1))).toMatchObject({
      status: 409,
      resultCd: '004',
      data: result,
    })
    expect(await post(at.table, table(1001, 'R-1', 2))).toMatchObject({ resultCd: '004', data: result })
    expect(await post(at.table, table(1001, 1001, 1))).toMatchObject({ resultCd: '004' })
  })

  test('without a number the same body again is the same credit note, never a second', async () => {
    const { post, sells, gets, authority } = await startCounter()
    await sells(1001, 2)
    const [one, two] = await Promise.all([
      post(at.express, express(1001, 1)),
      post(at.express, express(1001, 1)),
    ])
    expect(one.data).toEqual(two.data)
    const result = one.data
    expect(await post(at.express, express(1001, 1))).toMatchObject({ resultCd: '004', data: result })
    await gets('POST', at.express, express(1001, 1, { creditNoteInvcNo: 9 }))
    // Nothing is left: 802 says more than "duplicate", and the result is still returned.
    expect(await post(at.express, express(1001, 1))).toMatchObject({ resultCd: '802', data: result })
    expect((await authority.ledger()).sales).toHaveLength(3)
  })

  test('while the authority is away it is kept, and the same body attaches; a restart forgets nothing', async () => {
    const { sells, post, authority, restart, settled, read, appId, apiKey, host } = await startCounter({
      timing: ordinary,
    })
    await sells(1001, 3)
    await settled()
    await authority.offline(true)
    const away = await post(at.express, express(1001, 2))
    expect(away).toMatchObject({ status: 503, resultCd: '006', data: { sale: '/api/v1/sales/11001' } })
    expect(await post(at.express, express(1001, 2))).toMatchObject({ resultCd: '006' })
    // Pending credit notes reduce the rest.
    const more = await post(at.express, express(1001, 2, { reason: '01' }))
    expect(more.resultMsg).toContain('at most 1,')
    await restart()
    await authority.offline(false)
    await settled()
    const reply = await host().callRest(host().verifyApiKey(apiKey), 'creditNote.express', express(1001, 2))
    expect(reply).toMatchObject({ ok: false, error: { code: '004', data: { cisInvcNo: 2 } } })
    expect(read(appId, `select number from invoice where kind = 'creditNote'`)).toEqual([{ number: '11001' }])
    expect((await authority.ledger()).sales).toHaveLength(2)
  })

  test('of a refused credit note is free: it takes nothing, and its goods are not counted twice', async () => {
    const { gets, post, stocked, sell, settled, ok, authority, read, appId } = await startCounter()
    const item = await stocked({ code: 'TEA', price: 116_00, onHand: 1000 })
    const sale = await sell([{ item, quantity: 200 }])
    await settled()
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid RfdRsnCd', paths: ['/saveTrnsSalesOsdc'], times: 1 },
    ])
    const body = express(sale.number, 2, { lineItems: [lineOf(2, { itemCd: 'TEA' })] })
    expect(await post(at.express, body)).toMatchObject({ resultCd: '003' })
    expect(await gets('GET', `/sales/CN-${sale.number}`)).toMatchObject({
      state: 'refused',
      refusal: { authorityText: expect.stringContaining('RfdRsnCd') },
    })
    expect(await post(at.express, { ...body, reason: '05' })).toMatchObject({
      resultCd: '000',
      resultMsg: 'Success',
    })
    await settled()
    expect((await ok('item.get', { id: item.id })).item.onHand).toBe(1000)
    expect(read(appId, `select number, superseded from invoice where kind = 'creditNote'`)).toEqual([
      { number: `CN-${sale.number}`, superseded: 1 },
      { number: `CN-${sale.number}`, superseded: 0 },
    ])
  })
})
