/** A data folder that was put back to an older state, or cloned: the till's own numbers are given out twice. */
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { FoundInvoice } from '../../../core/authority/port.ts'
import type { InputOf, OperationName, OutputOf } from '../../../core/contract/index.ts'
import { openHost } from '../../../core/host/openHost.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { markRemark } from '../../../core/queue/mark.ts'
import { isSame } from '../../../core/queue/reconcile.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { itemById } from '../../../db/profile/items.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import {
  lookUpPaths,
  openShop,
  quick,
  type Shop,
  startAuthority,
  type TestAuthority,
} from '../../support/shop.ts'
import { openWindow } from '../../support/window.ts'

/** Another installation on a copy of the shop's folder, with a process of its own. */
const openClone = async (shop: Shop, dataDir: string) => {
  const secrets = {
    get: async (name: string) => shop.secrets.get(name) ?? null,
    set: async (name: string, value: string) => void shop.secrets.set(name, value),
    remove: async (name: string) => void shop.secrets.delete(name),
  }
  const host = await openHost({
    dataDir,
    ports: { ...nodePorts(dataDir, memoryLog()), secrets },
    timing: quick,
    timeouts: { connectMs: 2_000, answerMs: 2_000 },
  })
  onTestFinished(() => host.close())
  const ask = openWindow(() => host, 'clone')
  const call = async <N extends OperationName>(name: N, input?: InputOf<N>): Promise<OutputOf<N>> => {
    const answer = await ask(name, structuredClone(input ?? {}))
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.data as never
  }
  const { people } = await call('workspace.state')
  await call('session.unlock', { userId: people[0]?.id ?? '', pin: '471362' })
  const read = <R>(sql: string): R[] => {
    const db = new Sqlite(join(dataDir, 'apps', shop.appId, 'till.db'), { readonly: true })
    try {
      return db.prepare(sql).all() as R[]
    } finally {
      db.close()
    }
  }
  let requests = 0
  const sell = (goods: { id: number; price: number }) => {
    requests += 1
    return call('sale.complete', {
      lines: [{ itemId: goods.id, quantity: 100 }],
      tenders: [{ method: '01', amount: goods.price }],
      requestId: `of-the-clone-${requests}`,
    })
  }
  const settled = () =>
    vi.waitFor(
      () =>
        expect(read("select title from submission where state in ('queued','sending','unknown')")).toEqual(
          [],
        ),
      { timeout: 20_000, interval: 20 },
    )
  return { call, read, sell, settled }
}

/** The same authority, that shows no remark of what it has. */
const withoutRemark = async (authority: TestAuthority): Promise<TestAuthority> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', authority.url)
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
    const answer = await fetch(url, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      ...(request.method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    })
    const text = (await answer.text()).replaceAll(/"remark":"[^"]*"/g, '"remark":null')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const url = new URL(authority.url)
  url.port = String(port)
  return { ...authority, url: url.href.replace(/\/$/, '') }
}

const findings = async (call: Shop['call']) => (await call('backup.list')).findings
const tradersAt = async ({ ledger }: TestAuthority): Promise<string[]> =>
  (await ledger()).sales.map(({ request }) => String(request['trdInvcNo']))
const accepted =
  "select authority_number as number from submission where lane = 'sales' and state = 'accepted' order by id"

const sometimesRefused = {
  ...{ kind: 'refuse', code: '910', text: 'Invalid request', paths: lookUpPaths },
  ...{ probability: 0.3, seed: 1 },
}
it.each([
  ['answers each query', []],
  ['refuses a query now and then', [sometimesRefused]],
])(
  'put back to an older state, the authority %s: it is noticed with the first sale, and no number after that is used twice',
  async (_, faults) => {
    const shop = await openShop()
    const bread = await shop.goods({ stock: 100 })
    for (let count = 0; count < 5; count += 1) await shop.sell(bread)
    await shop.settled()
    await shop.close()
    const aside = temporaryFolder()
    onTestFinished(() => aside.remove())
    cpSync(shop.dataDir, aside.path, { recursive: true })
    await shop.open()
    for (let count = 0; count < 8; count += 1) await shop.sell(bread)
    await shop.settled()
    await shop.close()
    rmSync(shop.dataDir, { recursive: true })
    cpSync(aside.path, shop.dataDir, { recursive: true })
    await shop.authority.faults(...faults)
    await shop.open()
    await shop.sell(bread)
    await shop.settled()
    const [finding, ...others] = await findings(shop.call)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      cause: 'twin',
      complete: false,
      authority: { adopted: 0, gone: 8, others: 0 },
    })
    for (let count = 0; count < 3; count += 1) {
      const { number } = await shop.sell(bread)
      expect(Number(number.split('-')[1])).toBeGreaterThan(10_000)
    }
    await shop.settled()
    const there = await tradersAt(shop.authority)
    expect(there).toHaveLength(17)
    // The one that was printed before it was noticed.
    expect(there.length - new Set(there).size).toBe(1)
    expect(shop.read<{ number: number }>(accepted).map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 14, 15, 16, 17,
    ])
    expect(shop.rows("state in ('refused', 'withdrawn')")).toEqual([])
    await shop.call('backup.dismiss', { id: finding?.id ?? '' })
    expect(await findings(shop.call)).toEqual([])
  },
)

it.each([
  ['that the authority takes', {}],
  ["of the shop's own", { code: 'BREAD-400' }],
])(
  'put back with documents that waited then and were sent since, item code %s: they are taken over, once',
  async (_, code) => {
    const shop = await openShop()
    const bread = await shop.goods({ stock: 100, ...code })
    await shop.sell(bread)
    await shop.settled()
    await shop.authority.offline(true)
    // Only the first of them was tried before the copy.
    for (let count = 0; count < 3; count += 1) await shop.sell(bread)
    await shop.close()
    const aside = temporaryFolder()
    onTestFinished(() => aside.remove())
    cpSync(shop.dataDir, aside.path, { recursive: true })
    await shop.authority.offline(false)
    await shop.open()
    await shop.settled()
    await shop.close()
    rmSync(shop.dataDir, { recursive: true })
    cpSync(aside.path, shop.dataDir, { recursive: true })
    await shop.open()
    await shop.settled()
    expect(await tradersAt(shop.authority)).toEqual(['T1-1', 'T1-2', 'T1-3', 'T1-4'])
    expect(shop.read<{ number: number }>(accepted).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  },
)

it.each([true, false])('two clones sell the same in the same second, a remark shown: %s', async (shown) => {
  const practice = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const authority = shown ? practice : await withoutRemark(practice)
  const shop = await openShop({ authority })
  const bread = await shop.goods({ stock: 100 })
  for (let count = 0; count < 3; count += 1) await shop.sell(bread)
  await shop.settled()
  await shop.close()
  const folder = temporaryFolder()
  cpSync(shop.dataDir, folder.path, { recursive: true })
  await shop.open()
  const clone = await openClone(shop, folder.path)
  onTestFinished(() => folder.remove())
  for (let count = 0; count < 5; count += 1) {
    await Promise.all([shop.sell(bread), clone.sell(bread)])
    await Promise.all([shop.settled(20_000), clone.settled()])
  }
  const ours = shop.read<{ number: number }>(accepted).map(({ number }) => number)
  const theirs = clone.read<{ number: number }>(accepted).map(({ number }) => number)
  // Three that both know, and ten sales, each there once.
  expect(await tradersAt(practice)).toHaveLength(13)
  expect([...ours, ...theirs.slice(3)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  )
  expect(
    [...(await findings(shop.call)), ...(await findings(clone.call))].map(({ cause }) => cause),
  ).toContain('twin')
  const signatures = 'select signature from signature order by invoice_id'
  const all = [
    shop.read<{ signature: string }>(signatures),
    clone.read<{ signature: string }>(signatures).slice(3),
  ].flat()
  expect(new Set(all.map(({ signature }) => signature)).size).toBe(13)
  // Once both have gone apart no number is given out twice.
  const before = (await tradersAt(practice)).length
  for (let count = 0; count < 2; count += 1) {
    await Promise.all([shop.sell(bread), clone.sell(bread)])
    await Promise.all([shop.settled(20_000), clone.settled()])
  }
  const later = (await tradersAt(practice)).slice(before)
  expect(later).toHaveLength(4)
  expect(later.toSorted()).toEqual([...new Set(later)].toSorted())
})

it('a sale that was rejected before the folder was copied is there once, though both resend it', async () => {
  const shop = await openShop()
  const bread = await shop.goods({ stock: 200 })
  const rejected = { kind: 'refuse', code: '910', text: 'Invalid taxblAmt', times: 1 }
  await shop.authority.faults({ ...rejected, paths: ['saveTrnsSalesOsdc'] })
  await shop.sell(bread)
  await shop.settled()
  const refused = "select id from submission where state = 'refused'"
  const [{ id } = { id: 0 }] = shop.read<{ id: number }>(refused)
  await shop.close()
  const folder = temporaryFolder()
  cpSync(shop.dataDir, folder.path, { recursive: true })
  await shop.open()
  const clone = await openClone(shop, folder.path)
  onTestFinished(() => folder.remove())
  // The stock record of the rejected sale waits for it.
  const sent = (each: { read(sql: string): unknown[] }) => {
    const waiting =
      "select title from submission where lane = 'sales' and state in ('queued', 'sending', 'unknown')"
    return vi.waitFor(() => expect(each.read(waiting)).toEqual([]), { timeout: 30_000, interval: 20 })
  }
  for (const each of [clone, shop]) {
    await each.sell(bread)
    await sent(each)
  }
  expect((await findings(shop.call)).map(({ cause }) => cause)).toContain('twin')
  for (let count = 0; count < 60; count += 1) await clone.sell(bread)
  await sent(clone)
  await clone.call('queue.resend', { id })
  for (let count = 0; count < 3; count += 1) await clone.sell(bread)
  await sent(clone)
  await shop.sell(bread)
  await sent(shop)
  // The authority may have shown already that the clone sent it. A stock record may be rejected then.
  if (shop.read(`${refused} and id = ${id}`).length > 0) await shop.call('queue.resend', { id })
  await sent(shop)
  const there = await tradersAt(shop.authority)
  expect(there.filter((number) => number === 'T1-1')).toHaveLength(1)
})

it('sold at two clones for the same money at the same moment: other goods are another document', async () => {
  const shop = await openShop()
  const [soap, bread] = [await shop.goods(), await shop.goods({ name: 'Bread' })]
  await shop.settled()
  const { invoiceId, number } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  await shop.close()
  const db = openDb(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  onTestFinished(() => db.close())
  const row = submissionOfInvoice(db, invoiceId)!
  const { confirmedAt } = JSON.parse(row.payload)
  const found = (...itemCodes: string[]): FoundInvoice => ({
    ...{ number: 1, traderNumber: number, kind: 'sale', total: row.amount!, lines: 1, confirmedAt },
    ...{ itemCodes, remark: markRemark('another'), signature: null },
  })
  const isOurs = (invoice: FoundInvoice) => isSame(db, row, invoice, { sent: true, recovered: true })
  expect(isOurs(found(itemById(db, soap.id)!.authority_code!))).toBe(true)
  expect(isOurs(found(itemById(db, bread.id)!.authority_code!))).toBe(false)
  expect(isOurs(found())).toBe(true)
})
