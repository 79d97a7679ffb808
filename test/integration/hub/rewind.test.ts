/** A hub whose database was put back from a copy: what tills hold of it, and what they send again. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ingest } from '../../../core/hub/ingest.ts'
import { readPlace } from '../../../core/hub/places.ts'
import { beginIncarnation, isOfLater, noteDecided } from '../../../db/hub/incarnations.ts'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { type HubDb, makeDatabase, openHubDb } from '../../../db/hub/postgres.ts'
import { type CopiedServer, startCopiedServer } from '../../support/copiedServer.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
import { hold, put, type Reader, readerOf } from './reading.ts'

/** The reader was told what the database lacks. */
const knowsMore = async (db: HubDb, reader: Reader) => {
  const place = readPlace(reader.place())
  return place !== null && isOfLater(db, { incarnation: place.i, horizon: place.w })
}

const opened: HubDb[] = []
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((db) => db.destroy()))
})

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  let server: CopiedServer
  beforeAll(async () => {
    server = await startCopiedServer(programs)
    return server.end
  })
  let hubs = 0
  const startHub = async () => {
    hubs += 1
    const name = `hub${hubs}`
    await makeDatabase(server.url('postgres'), name)
    const connect = () => {
      const db = openHubDb(server.url(name), () => undefined)
      opened.push(db)
      return db
    }
    let db = connect()
    await migrateHub(db)
    await beginIncarnation(db, randomUUID())
    const { id: branch } = await db
      .insertInto('branch')
      .values({ pin: 'P051000001K', code: '00' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('origin')
      .values({ uid: randomUUID(), kind: 'till', name: 'T1', branch, made_at: 1, seen_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      till: { id, branch },
      db: () => db,
      connect,
      restart: async () => {
        await server.start()
        db = connect()
        await beginIncarnation(db, randomUUID())
      },
      /** `begins`: the hub is started anew; otherwise it runs on, and only its server was started. */
      putBack: async (begins: boolean) => {
        await server.putBack()
        db = connect()
        if (begins) await beginIncarnation(db, randomUUID())
      },
    }
  }

  test.each([
    { name: 'what it has since told', more: true, begins: true },
    { name: 'only the end of a transaction that was open in the copy', more: false, begins: true },
    { name: 'that, under a hub that runs on', more: false, begins: false },
  ])('a till forgets $name', async ({ more, begins }) => {
    const hub = await startHub()
    const { till } = hub
    const [a, b, c, d, e] = Array.from({ length: 5 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
    ]
    await put(till.branch, a, 1)(hub.db())
    const early = readerOf(hub.db, till)
    await early.read()
    await noteDecided(hub.db())
    const late = readerOf(hub.db, till)
    const open = await hold(hub.connect())
    await open.run(put(till.branch, b, 2))
    await put(till.branch, c, 3)(hub.db())
    server.copy()
    await open.end('commit')
    if (more) await put(till.branch, d, 4)(hub.db())
    await late.read()
    expect(late.known).toEqual({ [a]: 1, [b]: 2, [c]: 3, ...(more ? { [d]: 4 } : {}) })
    await hub.putBack(begins)
    // Only the numbers of later transactions show it.
    if (begins) expect(await knowsMore(hub.db(), late)).toBe(more)
    await put(till.branch, e, 5)(hub.db())
    expect((await late.read()).fromStart).toBe(true)
    expect(late.known).toEqual({ [a]: 1, [c]: 3, [e]: 5 })
    // A till that was off since before the copy reads on.
    expect(await knowsMore(hub.db(), early)).toBe(false)
    expect((await early.read()).fromStart).toBe(false)
    expect(early.known).toEqual({ [a]: 1, [c]: 3, [e]: 5 })
  })

  test('a till reads on after its hub and the server were killed', async () => {
    const hub = await startHub()
    const { till } = hub
    const item = randomUUID()
    const reader = readerOf(hub.db, till)
    const open = await hold(hub.connect())
    await open.run(put(till.branch, randomUUID(), 1))
    await put(till.branch, item, 2)(hub.db())
    await reader.read()
    await server.kill()
    await expect(open.end('commit')).rejects.toThrow()
    await hub.restart()
    expect(await knowsMore(hub.db(), reader)).toBe(false)
    expect((await reader.read()).fromStart).toBe(false)
    expect(reader.known).toEqual({ [item]: 2 })
  })

  test('what the hub acknowledged and lost is sent again from its place', async () => {
    const hub = await startHub()
    const { till } = hub
    const trail = makeTrail('T1')
    const goods = makeGoods(2)
    const send = (from: number) =>
      ingest({ db: hub.db(), woken: () => undefined }, till, { protocol: 1, facts: trail.facts.slice(from) })
    for (let n = 0; n < 3; n += 1) trail.sell(goods)
    const { body: kept } = await send(0)
    server.copy()
    for (let n = 0; n < 3; n += 1) trail.sell(goods)
    expect((await send(6)).body.seq).toBe(12)
    await hub.putBack(true)
    trail.sell(goods)
    expect(await send(12)).toEqual({ status: 409, body: kept })
    expect((await send(kept.seq)).body.seq).toBe(14)
    const levels = await hub.db().selectFrom('stock_level').select('on_hand').execute()
    expect(levels).toEqual([{ on_hand: -7_00 }, { on_hand: -7_00 }])
  })
})
