/** A supplier's invoice whose header says another total than its lines, which is what the authority books (authority §1.4 no. 16). */
import { expect, test } from 'vitest'
import { confirm, linkedShop, purchasesOf } from '../queue/stuck.ts'

const supplier = 'P051222222B'
const lines = 3622.07

/** The shop, and the invoice 877 with so many cents more in its header than in its lines. */
const shopWith = async (more: number) => {
  const shop = await linkedShop()
  const [purchase] = shop.read<{ content: string }>("select content from purchase where number = '877'")
  const content = JSON.parse(purchase!.content) as { total: number }
  await shop.close()
  const reported = JSON.stringify({ ...content, total: content.total + more })
  shop.tamper(`update purchase set content = '${reported.replaceAll("'", "''")}' where number = '877'`)
  await shop.open()
  return shop
}

test('is confirmed at the total of the lines, and the header’s is 003 naming both', async () => {
  const shop = await shopWith(-10_00)
  const reply = await confirm(shop, supplier, '877', lines - 10)
  expect(reply).toMatchObject({ ok: false, error: { code: '003', field: 'totAmt' } })
  for (const total of ['3622.07', '3612.07'])
    expect(reply).toMatchObject({ error: { message: expect.stringContaining(total) } })
  expect(purchasesOf(shop)).toEqual([])
  await confirm(shop, supplier, '877', lines)
  await shop.settled()
  expect(purchasesOf(shop)).toMatchObject([{ state: 'accepted' }])
})

test.each([lines, 3622.08])('a header that is rounded otherwise is confirmed at %d', async (total) => {
  const shop = await shopWith(1)
  await confirm(shop, supplier, '877', total)
  await shop.settled()
  expect(purchasesOf(shop)).toMatchObject([{ state: 'accepted' }])
})
