/** A computer whose clock is a day wrong, as a till of a branch: it orders nothing, and its sales are of the right day. */
import { describe, expect, test, vi } from 'vitest'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { movableClock } from '../../support/clock.ts'
import { bothPrograms } from '../../support/postgres.ts'
import type { Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, joinBranch, openBranch, sameItem } from './branch.ts'

const dayMs = 86_400_000

const soldBy = (shop: Shop) =>
  shop.read<{ day: string; sold_at: number }>('select day, sold_at from invoice order by id')

describe.each(bothPrograms().slice(-1))('on PostgreSQL $version', (programs) => {
  test.each([
    { name: 'a day fast', wrongBy: dayMs },
    { name: 'a day slow', wrongBy: -dayMs },
  ])('a till $name sells on the right day, and the last change of a price counts', async ({ wrongBy }) => {
    const branch = await openBranch(programs, 1)
    const [right] = branch.tills as [Shop]
    const { clock, move } = movableClock()
    move(wrongBy)
    const wrong = await joinBranch(branch, { ports: { clock }, initialised: false })
    await hubAnswers(wrong)
    const here = await right.goods({ name: 'Soap', stock: 100 })
    const there = await sameItem(wrong, 'Soap')
    await vi.waitFor(
      async () => expect((await wrong.call('status.get')).clockDifferenceMs).toBeCloseTo(-wrongBy, -6),
      inTime,
    )

    await right.sell(here)
    await wrong.sell(there)
    const today = toWireDate(Date.now())
    for (const shop of [right, wrong])
      for (const { day, sold_at } of soldBy(shop)) {
        expect(day).toBe(today)
        expect(Math.abs(sold_at - Date.now())).toBeLessThan(dayMs / 4)
      }
    const countOf = async () => {
      const { report } = await right.call('hub.report', { day: today })
      return report.sales.count
    }
    await vi.waitFor(async () => expect(await countOf()).toBe(2), inTime)

    // The till with the wrong clock changes the price first, and then the other one does.
    const price = (shop: Shop, id: number, cents: number) =>
      shop.call('item.save', { id, name: 'Soap', taxType: 'B', price: cents })
    const becomes = (shop: Shop, cents: number) =>
      vi.waitFor(async () => expect((await sameItem(shop, 'Soap')).price).toBe(cents), inTime)
    await price(wrong, there.id, 200_00)
    await becomes(right, 200_00)
    await price(right, here.id, 150_00)
    await becomes(wrong, 150_00)
    await becomes(right, 150_00)
    expect((await right.call('hub.offers')).offers).toEqual([])
    // The authority has each sale once, whatever time the tills' computers show.
    await vi.waitFor(async () => {
      const { sales } = await right.authority.ledger()
      expect(sales.map(({ request }) => request['trdInvcNo']).toSorted()).toEqual(['T1-1', 'T2-1'])
      expect(sales.map(({ request }) => request['salesDt'])).toEqual([today, today])
    }, inTime)
  })
})
