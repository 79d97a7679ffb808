/** A day of a branch: eight tills sell, one signer signs, and each till hears how its documents ended. */

import { expect, test, vi } from 'vitest'
import { type OurStock, ourStock, unequalStock } from '../../support/equalStock.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { startAuthority } from '../../support/shop.ts'
import { openTill } from './branch.ts'
import { openTestHub, openTestSigner } from './hub.ts'

const names = ['Soap', 'Sugar', 'Bread']
const tillCount = 8
const salesEach = Number(process.env['KAUNTA_BRANCH_SALES'] ?? 80) / tillCount

test('eight tills, one signer, a strict authority: nothing is rejected, nothing waits for a person, stock is equal', async () => {
  const [authority, hub] = [
    await startAuthority({ dialect: 'legacy', checks: 'strict' }),
    await openTestHub(ownPrograms()),
  ]
  const tills = await Promise.all(
    Array.from({ length: tillCount }, async (_, index) => {
      const till = await openTill(`T${index + 1}`, { delegated: true })
      // The first till brings the goods in; the others sell them before they hear of it.
      const goods = []
      for (const name of names) goods.push(await till.goods({ name, stock: index === 0 ? 1_000 : 0 }))
      return { till, goods }
    }),
  )
  const all = tills.map(({ till }) => till)
  const signer = await openTestSigner({ hub, authority })
  for (let sale = 0; sale < salesEach; sale += 1) {
    await Promise.all(
      tills.map(({ till, goods }, index) => till.sell(goods[(sale + index) % names.length]!, 1 + (sale % 3))),
    )
    if (sale % 3 === 0) {
      await hub.heard(...all)
      signer.wake()
    }
  }
  await hub.heard(...all)
  await vi.waitFor(
    async () => {
      await hub.heard(...all)
      for (const till of all) await hub.tell(till)
      const open = all.flatMap((till) =>
        till.rows("state <> 'accepted'").map(({ title, kind, state }) => [title, kind, state]),
      )
      expect(open).toEqual([])
      // The signer sends stock masters of its own, which no till waits for.
      expect(signer.read("select kind, state from submission where state <> 'accepted'")).toEqual([])
    },
    { timeout: 120_000, interval: 300 },
  )
  const { sales, stock } = await authority.ledger()
  expect(sales).toHaveLength(tillCount * salesEach)
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  expect(new Set(sales.map(({ request }) => request['trdInvcNo'])).size).toBe(sales.length)
  expect(signer.read("select 1 from attempt where outcome = 'refused'")).toEqual([])
  expect(unequalStock(signer.read<OurStock>(ourStock), stock)).toEqual([])
  const receipts = new Map(sales.map(({ number, receipt }) => [number, receipt['rcptSign']]))
  for (const till of all) {
    const signed = till.read<{ authority_number: number; signature: string }>('select * from signature')
    expect(signed).toHaveLength(salesEach)
    for (const { authority_number, signature } of signed)
      expect(signature).toBe(receipts.get(authority_number))
  }
})
