/** The host ends in the middle of things, in good order or by SIGKILL: nothing lost, nothing twice. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { startProcess } from '../../support/process.ts'
import { expectInStep, openShop, salePaths, startAuthority } from '../../support/shop.ts'

it('what is in flight when the host closes is finished, the rest goes after the start', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults({ kind: 'slow', ms: 150, paths: salePaths })
  for (let n = 0; n < 3; n += 1) await shop.sell(soap)
  await expect.poll(() => shop.rows("state = 'sending'").length).toBe(1)
  await shop.close()
  expect(shop.rows("state = 'sending'")).toEqual([])
  await shop.authority.faults()
  await shop.open()
  await shop.settled()
  expect((await expectInStep(shop)).sales).toHaveLength(3)
})

it('what is found in flight is asked about before it is sent', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const { invoiceId } = await shop.sell(soap)
  await expect.poll(() => shop.rowOf(invoiceId).attempts).toBeGreaterThan(0)
  await shop.close()
  shop.tamper("update submission set state = 'sending' where kind = 'sale'")
  await shop.authority.offline(false)
  await shop.open()
  const row = await shop.becomes(invoiceId, 'accepted')
  expect(
    shop
      .attemptsOf(row.id)
      .slice(-2)
      .map(({ action, outcome }) => `${action} ${outcome}`),
  ).toEqual(['lookUp nothingFound', 'send accepted'])
  await shop.settled()
  await expectInStep(shop)
})

const kills = 20

it(`nothing is lost, doubled or out of order over ${kills} kills`, { timeout: 120_000 }, async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  await authority.faults(
    { kind: 'slow', ms: 5, paths: salePaths },
    { kind: 'late', ms: 30, paths: salePaths, probability: 0.1, seed: 7 },
  )
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const acknowledged: string[] = []
  for (let life = 0; life <= kills; life += 1) {
    const last = life === kills
    const till = await startProcess<{ appId: string }>('test/support/sellingTill.ts', [folder.path, authority.url])
    if (last) {
      await till.ask('drain')
      await till.stop()
      acknowledged.push(...(await till.lines))
      const db = new Sqlite(join(folder.path, 'apps', till.ready.appId, 'till.db'), { readonly: true })
      const rows = db
        .prepare("select title, amount, authority_number, state from submission where lane = 'sales' order by id")
        .all() as { title: string; amount: number; authority_number: number; state: string }[]
      db.close()
      const { sales } = await authority.ledger()
      expect(rows.filter(({ state }) => state !== 'accepted')).toEqual([])
      expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged))
      expect(rows.length).toBeGreaterThan(kills)
      expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
      expect(sales.map(({ request }) => [request['trdInvcNo'], Number(request['totAmt']) * 100])).toEqual(
        rows.map(({ title, amount }) => [title, amount]),
      )
      return
    }
    // From the first moments of a start to the middle of a busy till; a fixed sequence, no two lives alike.
    await new Promise((resolve) => setTimeout(resolve, (life * 37) % 160))
    await till.kill()
    acknowledged.push(...(await till.lines))
  }
})
