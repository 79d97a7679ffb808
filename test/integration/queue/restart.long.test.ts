/** The host ends in the middle of things, in good order or by SIGKILL: nothing lost, nothing twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { repository } from '../../support/process.ts'
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

const kills = 25

interface Life {
  appId: string | undefined
  /** Numbers of the sales that the till said it had kept. */
  kept: string[]
}

/**
 * One life of a selling till: killed so many milliseconds after it was started or ready, or (null) left to send all it
 * owes and to end.
 */
const live = async (
  folder: string,
  url: string,
  kill: { after: 'start' | 'ready'; ms: number } | null,
): Promise<Life> => {
  const child = spawn(process.execPath, [repository('test/support/sellingTill.ts'), folder, url])
  const errors = text(child.stderr)
  const life: Life = { appId: undefined, kept: [] }
  const drained = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as string | { appId?: string; drained?: true }
    if (typeof said === 'string') life.kept.push(said)
    else if (said.drained) drained.resolve()
    else {
      life.appId = said.appId
      if (kill?.after === 'ready') setTimeout(() => child.kill('SIGKILL'), kill.ms)
    }
  })
  const gone = once(child, 'close')
  if (kill === null) {
    child.stdin.write('drain\n')
    await Promise.race([drained.promise, gone])
    child.kill('SIGTERM')
  }
  if (kill?.after === 'start') setTimeout(() => child.kill('SIGKILL'), kill.ms)
  await gone
  expect(await errors).toBe('')
  return life
}

it(`nothing is lost, doubled or out of order over ${kills} kills`, { timeout: 120_000 }, async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const { appId } = await live(folder.path, authority.url, null)
  await authority.faults(
    { kind: 'slow', ms: 3, paths: salePaths },
    { kind: 'late', ms: 30, paths: salePaths, probability: 0.1, seed: 7 },
  )
  const kept: string[] = []
  // In the first moments of a start, and in the middle of selling; no two lives are alike.
  for (let life = 0; life < kills; life += 1) {
    const kill =
      life % 5 === 0
        ? { after: 'start' as const, ms: 100 + life * 20 }
        : { after: 'ready' as const, ms: 5 + ((life * 97) % 150) }
    kept.push(...(await live(folder.path, authority.url, kill)).kept)
  }
  kept.push(...(await live(folder.path, authority.url, null)).kept)
  const db = new Sqlite(join(folder.path, 'apps', appId ?? '', 'till.db'), { readonly: true })
  const rows = db
    .prepare("select title, amount, state from submission where lane = 'sales' order by id")
    .all() as { title: string; amount: number; state: string }[]
  db.close()
  const { sales } = await authority.ledger()
  expect(kept.length).toBeGreaterThan(kills)
  expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(kept))
  expect(rows.filter(({ state }) => state !== 'accepted')).toEqual([])
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  expect(sales.map(({ request }) => [request['trdInvcNo'], Number(request['totAmt']) * 100])).toEqual(
    rows.map(({ title, amount }) => [title, amount]),
  )
})
