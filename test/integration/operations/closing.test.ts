/** Closing the core while callers still wait for it. */
import { expect, test } from 'vitest'
import { saleOf } from '../rest/software.ts'
import { startShop } from './shop.ts'

test('who waits for the authority is answered before the databases close, and the document is kept', async () => {
  const shop = await startShop({ timing: { answerMs: 600_000 } })
  await shop.authority.offline(true)
  const caller = shop.host().verifyApiKey(shop.apiKey)
  const waiting = [
    shop.host().callRest(caller, 'sale.submit', saleOf(1)),
    shop.host().callRest(caller, 'item.registerGoods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' }),
    shop.host().callRest(caller, 'reference.sync', {}),
  ]
  await shop.waitFor(async () => shop.read(shop.appId, 'select id from submission').length === 3)
  await shop.restart()
  for (const reply of await Promise.all(waiting))
    expect(reply).toMatchObject({ ok: false, error: { code: '006' } })
  await shop.authority.offline(false)
  await shop.settled()
  expect((await shop.authority.ledger()).sales.map(({ request }) => request['trdInvcNo'])).toEqual(['1'])
})
