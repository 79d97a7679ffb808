/** The sale that a window has open: it outlives the till, and never its own completion. */
import { expect, test } from 'vitest'
import type { InputOf } from '../../../core/contract/index.ts'
import { newRequest, type Shop, startShop } from './shop.ts'

type Draft = NonNullable<InputOf<'sale.keepDraft'>['draft']>

const draftOf = (item: { id: number }, changes: Partial<Draft> = {}): Draft => ({
  cart: {
    lines: [{ itemId: item.id, quantity: 200, discount: { kind: 'amount', cents: 1_00 } }],
    buyer: { name: 'Mama Njeri' },
  },
  requestId: newRequest(),
  paying: true,
  tenders: [{ method: 'mobileMoney', amount: 50_00, reference: 'TKN4B7X2QF' }],
  asked: null,
  ...changes,
})

const keep = (shop: Shop, window: string, draft: Draft | null) => shop.ok('sale.keepDraft', { window, draft })
const kept = async (shop: Shop) =>
  (await shop.ok('sale.drafts')).drafts.map(({ window, draft }) => [window, draft])

const enter = async (shop: Shop) => {
  const { people } = await shop.ok('workspace.state')
  await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
}

test('after a power cut each window finds its sale, whole and with its items as they are now', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ price: 100_00, onHand: 1000 })
  const first = draftOf(soap)
  const second = draftOf(soap, { asked: [{ method: 'cash', amount: 199_00 }] })
  await keep(shop, 'window-1', draftOf(soap))
  await keep(shop, 'window-1', first)
  await keep(shop, 'window-2', second)
  await shop.restart()
  await enter(shop)
  const { drafts } = await shop.ok('sale.drafts')
  expect(drafts.map(({ window, draft }) => [window, draft]).sort()).toEqual([
    ['window-1', first],
    ['window-2', second],
  ])
  expect(drafts[0]?.items).toMatchObject([{ id: soap.id, price: 100_00 }])
  await keep(shop, 'window-2', null)
  expect(await kept(shop)).toEqual([['window-1', first]])
})

test('completing the sale takes its draft away in one go, and a late word of it brings none back', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ price: 100_00, onHand: 1000 })
  const draft = draftOf(soap)
  const sale = { ...draft.cart, tenders: [{ method: '01', amount: 199_00 }], requestId: draft.requestId }
  await keep(shop, 'window-1', draft)
  expect(
    await shop.fails('sale.complete', { ...sale, tenders: [{ method: '01', amount: 1_00 }] }),
  ).toMatchObject({
    reason: 'sale.notPaid',
  })
  expect(await kept(shop)).toHaveLength(1)
  await shop.ok('sale.complete', sale)
  expect(await kept(shop)).toEqual([])
  await keep(shop, 'window-1', draft)
  expect(await kept(shop)).toEqual([])
  expect(shop.read(shop.appId, 'select * from sale_draft')).toEqual([])
})

test('a sale that another window took up is kept once', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 1000 })
  const draft = draftOf(soap)
  await keep(shop, 'window-1', draft)
  await keep(shop, 'window-2', draft)
  expect(await kept(shop)).toEqual([['window-2', draft]])
})

test('of windows that never came back the newest fifty are kept', async () => {
  const shop = await startShop()
  const soap = await shop.stocked({ onHand: 1000 })
  for (let count = 1; count <= 52; count += 1) await keep(shop, `window-${count}`, draftOf(soap))
  const windows = (await kept(shop)).map(([window]) => window)
  expect(windows).toHaveLength(50)
  expect(windows).toContain('window-52')
})
