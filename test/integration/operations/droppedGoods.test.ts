/** Goods that were rung up and taken off again leave one row of the audit trail per sale. */
import { expect, test } from 'vitest'
import { newRequest, type Shop, shared, startShop } from './shop.ts'

const counter = shared(async (cleanUp) => {
  const shop = await startShop({ cleanUp })
  const bread = await shop.stocked({ name: 'Bread', price: 65_00, onHand: 10_000 })
  const milk = await shop.stocked({ name: 'Milk', price: 60_00, onHand: 10_000 })
  return { shop, bread, milk }
})
type Lines = [item: { id: number }, quantity: number][]
const linesOf = (lines: Lines) => lines.map(([{ id }, quantity]) => ({ itemId: id, quantity }))
const keep = (shop: Shop, requestId: string, lines: Lines | null) =>
  shop.ok('sale.keepDraft', {
    window: 'window-1',
    draft: lines && { cart: { lines: linesOf(lines) }, requestId, paying: false, tenders: [], asked: null },
  })
const complete = (shop: Shop, requestId: string, lines: Lines) =>
  shop.ok('sale.complete', {
    lines: linesOf(lines),
    requestId,
    tenders: [{ method: '01', amount: 5_000_00 }],
  })
let known = 0
/** Returns what was written down since the last look. */
const dropped = async (shop: Shop) => {
  const { entries } = await shop.ok('audit.list', { limit: 100 })
  const all = entries.filter(({ kind }) => kind === 'cartDropped')
  const before = known
  known = all.length
  return all.slice(0, all.length - before).map(({ who, subject, detail }) => ({
    who,
    subject,
    became: detail.became,
    goods: detail.goods?.map(({ name, quantity, amount }) => [name, quantity, amount]),
  }))
}

test('a voided line and a lowered quantity are written down with the sale', async () => {
  const { shop, bread, milk } = counter()
  const id = newRequest()
  await keep(shop, id, [
    [bread, 300],
    [milk, 100],
  ])
  await keep(shop, id, [[bread, 100]])
  const { number } = await complete(shop, id, [[bread, 100]])
  expect(await dropped(shop)).toEqual([
    {
      who: 'Wanjiru',
      subject: number,
      became: 'completed',
      goods: [
        ['Bread', 200, 130_00],
        ['Milk', 100, 60_00],
      ],
    },
  ])
})

test('lines that come back, and a sale as it was rung up, leave nothing', async () => {
  const { shop, bread } = counter()
  const id = newRequest()
  await keep(shop, id, [[bread, 200]])
  await keep(shop, id, null)
  await keep(shop, id, [[bread, 200]])
  await complete(shop, id, [[bread, 200]])
  expect(await dropped(shop)).toEqual([])
})

test('a dropped sale is written down when the next one begins, though that is of the same goods', async () => {
  const { shop, bread } = counter()
  const [first, second] = [newRequest(), newRequest()]
  await keep(shop, first, [[bread, 200]])
  await keep(shop, first, null)
  await keep(shop, second, [[bread, 200]])
  await complete(shop, second, [[bread, 200]])
  expect(await dropped(shop)).toMatchObject([
    { subject: first, became: 'dropped', goods: [['Bread', 200, 130_00]] },
  ])
})

test('a dropped sale is written down at the next unlocking, also after a power cut', async () => {
  const { shop, bread } = counter()
  await keep(shop, newRequest(), [[bread, 100]])
  await keep(shop, newRequest(), null)
  await shop.restart()
  const { people } = await shop.ok('workspace.state')
  for (let times = 0; times < 2; times += 1)
    await shop.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
  expect(await dropped(shop)).toMatchObject([{ who: 'Wanjiru', became: 'dropped' }])
})

test('parking ends the open sale, and what was taken off before is written down', async () => {
  const { shop, bread, milk } = counter()
  const id = newRequest()
  await keep(shop, id, [
    [bread, 100],
    [milk, 100],
  ])
  await keep(shop, id, [[milk, 100]])
  await shop.ok('sale.park', { cart: { lines: linesOf([[milk, 100]]) }, requestId: id })
  await keep(shop, newRequest(), null)
  expect(await dropped(shop)).toMatchObject([{ became: 'parked', goods: [['Bread', 100, 65_00]] }])
})
