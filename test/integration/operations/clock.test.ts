/** Dates of documents, and a day that is in doubt: the till at its window and over REST. */
import { expect, it } from 'vitest'
import { dayMs, toPaperDate, toWireDate } from '../../../core/fiscal/dates.ts'
import { whole } from '../../../db/profile/payloads.ts'
import { movableClock } from '../../support/clock.ts'
import { saleOf } from '../rest/software.ts'
import { newRequest, type Shop, startShop } from './shop.ts'

const year = 365 * dayMs
const today = () => toWireDate(Date.now())

const startMovable = async (skewMs = 0) => {
  const computer = movableClock()
  computer.move(skewMs)
  // A caller waits that long for an authority that does not answer.
  const shop = await startShop({ ports: { clock: computer.clock }, timing: { answerMs: 500 } })
  const item = await shop.stocked({ onHand: 10_000 })
  return { shop, computer, sell: () => shop.sell([{ item, quantity: 100 }]), item }
}

/** The dates that the till has sent, or will send: the document's date and its time. */
const datesOf = ({ read, appId }: Shop): string[] =>
  read<{ day: string; sold: number; payload: string; packed: Buffer }>(
    appId,
    "select day, sold_at as sold, payload, packed from invoice join submission on invoice_id = invoice.id where invoice.kind = 'sale'",
  ).flatMap(({ day, sold, ...row }) => {
    const { saleDate, confirmedAt } = JSON.parse(whole(row).payload)
    return [day, toWireDate(sold), saleDate, confirmedAt.slice(0, 8)]
  })

const allToday = (dates: string[]) => expect([...new Set(dates)]).toEqual([today()])

it.each<[string, number, number]>([
  ['a day slow, then corrected', -dayMs, dayMs],
  ['a day fast, then corrected', dayMs, -dayMs],
  ['a year slow, then corrected', -year, year],
  ['right, then set a year ahead', 0, year],
])('a clock that is %s while the line is down moves no date', async (_, skew, change) => {
  const { shop, computer, sell } = await startMovable(skew)
  await sell()
  await shop.settled()
  await shop.authority.offline(true)
  computer.move(change)
  for (const _ of [1, 2, 3]) await sell()
  allToday(datesOf(shop))
  // Kaunta alone starts again.
  await shop.restart()
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id ?? '',
    pin: '471362',
  })
  await sell()
  allToday(datesOf(shop))
  expect((await shop.ok('report.day', {})).report.sales.documents).toBe(5)
  await shop.authority.offline(false)
  await shop.settled()
  expect((await shop.authority.ledger()).sales.map(({ request }) => request['salesDt'])).toEqual(
    Array(5).fill(today()),
  )
})

/** A sale of a program's own, of today. */
const ownSale = (number: string) => {
  const { transaction, ...sale } = saleOf(number, {}, { autoRegisterItems: true })
  const { salesDt: _, ...undated } = transaction
  return { ...sale, transaction: undated }
}

/** Its computer was off, and comes back with a date that cannot be; nothing answers. `wrongBy`: milliseconds. */
const startDoubtful = async ({ wrongBy = -20 * year, unsent = 0 } = {}) => {
  const { shop, computer, sell, item } = await startMovable()
  await sell()
  await shop.settled()
  await shop.authority.offline(true)
  for (let n = 0; n < unsent; n += 1) await sell()
  computer.reboot()
  computer.move(wrongBy)
  await shop.restart()
  const { people } = await shop.ok('workspace.state')
  await shop.ok('session.unlock', { userId: people[0]?.id ?? '', pin: '471362' })
  await shop.waitFor(async () => (await shop.ok('status.get')).dayInDoubt !== null)
  return { shop, computer, sell, item }
}

it('a date that cannot be: nothing is sold before a person has said the day, once', async () => {
  const { shop, sell, item } = await startDoubtful()
  const sale = {
    lines: [{ itemId: item.id, quantity: 100 }],
    tenders: [{ method: '01', amount: item.price }],
    requestId: newRequest(),
  }
  const before = shop.version()
  expect(await shop.fails('sale.complete', sale)).toMatchObject({ code: '006', reason: 'clock.doubtful' })
  expect(
    await shop.fails('stock.adjust', { kind: 'opening', lines: [{ itemId: item.id, quantity: 100 }] }),
  ).toMatchObject({ reason: 'clock.doubtful' })
  expect(shop.version()).toBe(before)
  const { dayInDoubt } = await shop.ok('status.get')
  expect(toWireDate(dayInDoubt?.known ?? 0)).toBe(today())
  expect(toWireDate(dayInDoubt?.clock ?? 0)).toBe(toWireDate(Date.now() - 20 * year))
  expect(await shop.fails('day.give', { day: '20061124' })).toMatchObject({
    code: '003',
    reason: 'clock.impossibleDay',
    field: 'day',
    params: { day: '24/11/2006', from: toPaperDate(Date.now()) },
  })
  await shop.ok('day.give', { day: today() })
  expect((await shop.ok('status.get')).dayInDoubt).toBeNull()
  expect(shop.read(shop.appId, "select who, subject from audit where kind = 'day'")).toEqual([
    { who: 'Wanjiru', subject: today() },
  ])
  await shop.ok('sale.complete', sale)
  await shop.restart()
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id ?? '',
    pin: '471362',
  })
  await sell()
  allToday(datesOf(shop))
  await shop.authority.offline(false)
  await shop.settled()
})

it('dates neither what waits nor the outage while the day is in doubt, and both rightly once it is given', async () => {
  const { shop } = await startDoubtful({ wrongBy: 2 * year, unsent: 1 })
  expect(await shop.ok('status.get')).toMatchObject({
    reachable: false,
    reachableSince: null,
    // The sale and its stock record.
    waiting: 2,
    oldestAt: null,
    late: 0,
  })
  await shop.ok('day.give', { day: today() })
  const { reachable, reachableSince, oldestAt, late } = await shop.ok('status.get')
  expect({ reachable, late }).toEqual({ reachable: false, late: 0 })
  allToday([toWireDate(reachableSince ?? 0), toWireDate(oldestAt ?? 0)])
})

it('a date that cannot be, and the authority is there: it is asked before a document is dated', async () => {
  const { shop, computer, sell } = await startMovable()
  await sell()
  await shop.settled()
  computer.reboot()
  computer.move(year)
  await shop.restart()
  await shop.ok('session.unlock', {
    userId: (await shop.ok('workspace.state')).people[0]?.id ?? '',
    pin: '471362',
  })
  await sell()
  expect((await shop.ok('status.get')).dayInDoubt).toBeNull()
  allToday(datesOf(shop))
})

it('other software gets 006 and nothing is kept; then the authority, or --today, gives the date', async () => {
  const { shop, computer } = await startDoubtful()
  const submit = (number: string) =>
    shop.host().callRest(shop.host().verifyApiKey(shop.apiKey), 'sale.submit', ownSale(number))
  const doubtful = { ok: false, error: { code: '006', reason: 'clock.doubtful' } }
  const counted = () =>
    shop.read(
      shop.appId,
      'select (select count(*) from item), (select count(*) from invoice), (select count(*) from submission), (select next from counter)',
    )
  const before = counted()
  expect(await submit('G-1')).toMatchObject(doubtful)
  expect(counted()).toEqual(before)
  await shop.authority.offline(false)
  await shop.waitFor(async () => (await submit('G-1')).ok)
  await shop.settled()
  expect((await shop.authority.ledger()).sales.at(-1)?.request).toMatchObject({ salesDt: today() })
  await shop.authority.offline(true)
  computer.reboot()
  await shop.restart()
  expect(await submit('G-2')).toMatchObject(doubtful)
  await shop.restart({ today: today() })
  expect(await submit('G-2')).toMatchObject({ ok: false, error: { reason: 'authority.notAnswered' } })
  allToday(datesOf(shop))
  expect(shop.read(shop.appId, "select who, subject from audit where kind = 'day'")).toEqual([
    { who: 'Kaunta', subject: today() },
  ])
})
