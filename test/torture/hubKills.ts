/**
 * A hub with its PostgreSQL server and signer, and three selling tills. At any moment one of them is killed, the authority
 * goes away or comes back, or the hub is put back to an older backup. In the end the tills send what they hold: what they
 * acknowledged is at the hub and at the authority, once, and all sums are those of its rows.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { checkHub } from '../../core/hub/copies/check.ts'
import { createHubClient } from '../../core/link/client.ts'
import { adminSecret, readDoorNote } from '../../core/link/doorNote.ts'
import { logFile } from '../../core/platform/dataFolder.ts'
import { fileSecrets } from '../../core/platform/secrets.ts'
import { runningServer } from '../../db/hub/engine.ts'
import { type HubDb, openHubDb } from '../../db/hub/postgres.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { type PracticeProcess, startPractice } from '../support/practice.ts'
import { repository, runProcess } from '../support/process.ts'
import { freePort, until } from './smallTill.ts'

export interface HubKillOptions {
  folder: string
  kills: number
  seed: number
}

export interface HubKillReport {
  kills: number
  ofTheHub: number
  ofPostgres: number
  ofTills: number
  rewinds: number
  acknowledged: number
  wrong: string[]
}

const tillCount = 3
/** Milliseconds in which something must happen. A loaded computer may take long to start a hub. */
const patienceMs = 120_000
/** The signer of a hub that was put back begins 105 seconds later. */
const signerPatienceMs = 300_000
const entry = 'core/hub/main.ts'
/** Kills until the hub is put back. */
const rewindsEvery = 100

/** A process with its first line of JSON. */
const launch = (script: string, args: string[], said: (line: string) => void) => {
  const child: ChildProcess = spawn(process.execPath, [repository(script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = once(child, 'close')
  const errors = text(child.stderr as NonNullable<ChildProcess['stderr']>)
  const ready = Promise.withResolvers<Record<string, string>>()
  // Nobody may wait for the line of a process that is killed before.
  ready.promise.catch(() => undefined)
  createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> }).on('line', (line) => {
    if (line.includes('"ready"')) ready.resolve(JSON.parse(line))
    else said(line)
  })
  const words = gone.then(async () => `${script} ended: ${(await errors).slice(-600)}`)
  words.then((said) => ready.reject(new Error(said)))
  return {
    ready: ready.promise,
    /** How it ended, once it did. */
    ended: words,
    write: (line: string) => void child.stdin?.write(`${line}\n`),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The hub's process on its folder, and the server that it started. */
const createHub = (data: string, port: number) => {
  const start = () =>
    launch(
      entry,
      ['--data', data, '--port', String(port), '--listen', '127.0.0.1', '--environment', 'sandbox'],
      () => undefined,
    )
  let process_ = start()
  const folder = join(data, 'hub')
  const postmaster = () =>
    Number(readFileSync(join(folder, 'server/pg/postmaster.pid'), 'utf8').split('\n')[0])
  const children = (pid: number) =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .map(Number)
      .filter((child) => child > 0)
  const command = async (...args: string[]): Promise<Record<string, string>> => {
    const { output, errors } = await runProcess(entry, [...args, '--data', data])
    if (output === '') throw new Error(`hub ${args[0]}: ${errors}`)
    return JSON.parse(output)
  }
  const restart = async () => {
    process_ = start()
    await process_.ready
  }
  return {
    address: `127.0.0.1:${port}`,
    ready: () => process_.ready,
    /** `early`: milliseconds after which the next start is killed too. */
    kill: async (early: number | null) => {
      await process_.kill()
      if (early !== null) {
        process_ = start()
        await setTimeout(early)
        await process_.kill()
      }
      await restart()
    },
    killPostgres: (whole: boolean, random: Random) => {
      try {
        const main = postmaster()
        process.kill(whole ? main : random.pick(children(main)), 'SIGKILL')
      } catch {
        // It was just being started.
      }
    },
    /** Its server may just be starting again. */
    backUp: async (): Promise<string> => {
      for (let attempt = 1; ; attempt += 1)
        try {
          return (await command('backup'))['file'] ?? ''
        } catch (error) {
          if (attempt === 20) throw error
          await setTimeout(500)
        }
    },
    putBack: async (file: string) => {
      await process_.kill()
      await command('restore', file, '--replace')
      await restart()
    },
    code: async (): Promise<string> => {
      const note = readDoorNote(folder)
      const bearer = (await fileSecrets(folder).get(adminSecret)) ?? ''
      const client = createHubClient(note?.pin ?? '', [`127.0.0.1:${port}`])
      const heard = await client.send({ method: 'POST', path: '/admin/code', body: {}, bearer })
      client.close()
      return (heard as unknown as { body: { code: string } }).body.code
    },
    database: async (): Promise<HubDb> => {
      const password = (await fileSecrets(folder).get('hub.database')) ?? ''
      const url = await runningServer({ folder: join(folder, 'server'), password })
      if (!url) throw new Error('The hub’s server does not run')
      return openHubDb(url('hub'), () => undefined, 3)
    },
    /** The last lines of its log. */
    said: () => readFileSync(logFile(data), 'utf8').slice(-1_500),
    end: async () => process_.stop(),
  }
}

const createTill = (data: string, authorityUrl: string, serial: string) => {
  const kept: string[] = []
  const drained = Promise.withResolvers<void>()
  let appId = ''
  let [waiting, link]: [number | undefined, unknown] = [undefined, undefined]
  let movedAt = 0
  const start = (invitation: object | null) => {
    const till = launch('test/support/linkedTill.ts', [data, authorityUrl, serial], (line) => {
      const said = JSON.parse(line) as string | { drained?: true; waiting?: number; link?: unknown }
      if (typeof said === 'string') return void kept.push(said)
      if (said.drained) return drained.resolve()
      if (said.waiting !== waiting) movedAt = performance.now()
      ;({ waiting, link } = said)
    })
    till.write(JSON.stringify(invitation))
    return till
  }
  let process_: ReturnType<typeof start> | undefined
  const open = async (invitation: object | null) => {
    process_ = start(invitation)
    appId = (await process_.ready)['appId'] ?? ''
  }
  return {
    serial,
    kept,
    open,
    kill: async () => {
      await process_?.kill()
      await open(null)
    },
    drain: async () => {
      process_?.write('drain')
      movedAt = performance.now()
      let isDrained = false
      drained.promise.then(() => {
        isDrained = true
      })
      let words: string | undefined
      process_?.ended.then((said) => {
        words = said
      })
      while (!isDrained) {
        if (words !== undefined) throw new Error(`${serial}: ${words}`)
        if (performance.now() - movedAt > patienceMs)
          throw new Error(`${serial} sends nothing: ${JSON.stringify(link)}`)
        await setTimeout(100)
      }
    },
    end: async () => process_?.kill(),
    read: <T>(work: (db: Sqlite.Database) => T): T => {
      const db = new Sqlite(join(data, 'apps', appId, 'till.db'), { readonly: true })
      try {
        return work(db)
      } finally {
        db.close()
      }
    },
  }
}
type Till = ReturnType<typeof createTill>

const differs = (here: readonly string[], there: readonly string[], where = 'the hub'): string | null => {
  const at = [...here.keys(), here.length].find((place) => here[place] !== there[place])
  return at === undefined || (at === here.length && here.length === there.length)
    ? null
    : `entry ${at + 1} is ${here[at]} at the till, and ${there[at]} at ${where}`
}

/** Compares a till with the hub, row by row. */
const checkTill = async (hub: HubDb, till: Till): Promise<string[]> => {
  const wrong: string[] = []
  const say = (words: string) => void wrong.push(`${till.serial}: ${words}`)
  const of = till.read((db) => ({
    origin: db.prepare('select origin from hub_link').pluck().get() as string,
    trail: db.prepare("select seq || ' ' || hash from audit order by seq").pluck().all() as string[],
    numbers: db.prepare('select number from invoice order by id').pluck().all() as string[],
  }))
  const lost = till.kept.filter((number) => !of.numbers.includes(number))
  if (lost.length > 0) say(`${lost.length} acknowledged sales are lost, the first is ${lost[0]}`)
  if (new Set(of.numbers).size !== of.numbers.length) say('a number is there twice')
  const { id } = await hub
    .selectFrom('origin')
    .select('id')
    .where('uid', '=', of.origin)
    .executeTakeFirstOrThrow()
  const facts = await hub
    .selectFrom('fact')
    .select(['seq', 'hash', 'problem'])
    .where('origin', '=', id)
    .orderBy('seq')
    .execute()
  const invoices = await hub
    .selectFrom('invoice')
    .select('number')
    .where('origin', '=', id)
    .orderBy('id')
    .execute()
  const trail = differs(
    of.trail,
    facts.map(({ seq, hash }) => `${seq} ${hash}`),
  )
  if (trail !== null) say(`the trails differ: ${trail}`)
  const documents = differs(
    of.numbers,
    invoices.map(({ number }) => number),
  )
  if (documents !== null) say(`the documents differ: ${documents}`)
  const marked = facts.find(({ problem }) => problem !== null)
  if (marked) say(`fact ${marked.seq} is marked ${marked.problem}`)
  return wrong
}

/** What the till shows as on hand is what the hub has, once it has read all. */
const checkStock = async (hub: HubDb, till: Till): Promise<string[]> => {
  const { uid, onHand } = await hub
    .selectFrom('stock_level')
    .select(['item as uid', 'on_hand as onHand'])
    .orderBy('on_hand', 'desc')
    .executeTakeFirstOrThrow()
  const shown = () =>
    till.read((db) => db.prepare('select on_hand from item where uid = ?').pluck().get(uid) as number)
  try {
    await until('the stock is told', () => shown() === onHand, patienceMs)
    return []
  } catch {
    return [`${till.serial}: it shows ${shown()} on hand, and the hub has ${onHand}`]
  }
}

interface Ledger {
  sales: { number: number; request: Record<string, unknown>; receipt: Record<string, unknown> }[]
  stockRecords: unknown[]
  stock: { onHand: number }[]
}

/** Compares the tills with the authority, once the signer has sent all. */
const checkAuthority = async (
  hub: HubDb,
  tills: readonly Till[],
  control: PracticeProcess['control'],
): Promise<string[]> => {
  const read = <T>(query: string) =>
    tills.flatMap((till) => till.read((db) => db.prepare(query).all() as T[]))
  const open = () => read("select id from submission where state in ('queued', 'sending', 'unknown')").length
  // After a rewind the signer asks for seconds about each stock record that may have been sent.
  for (let [least, since] = [open(), performance.now()]; open() > 0; await setTimeout(200)) {
    const now = open()
    if (now < least) [least, since] = [now, performance.now()]
    if (performance.now() - since > signerPatienceMs) return [`the signer leaves ${now} documents unsent`]
  }
  const wrong = read<{ kind: string; state: string; title: string; text: string }>(
    "select kind, state, title, last_text as text from submission where state <> 'accepted'",
  ).map(({ kind, state, title, text }) => `${kind} ${title} is ${state}: ${text}`)
  const { sales, stockRecords, stock } = await control<Ledger>('GET', '/ledger')
  const numbers = read<{ number: string }>('select number from invoice')
  const documents = differs(
    numbers.map(({ number }) => number).toSorted(),
    sales.map(({ request }) => String(request['trdInvcNo'])).toSorted(),
    'the authority',
  )
  if (documents !== null) wrong.push(`the authority has other sales: ${documents}`)
  const signed = read<{ number: number; signature: string }>(
    'select authority_number as number, signature from signature order by authority_number',
  ).map(({ number, signature }) => `${number} ${signature}`)
  const receipts = differs(
    signed.toSorted(),
    sales.map(({ number, receipt }) => `${number} ${receipt['rcptSign']}`).toSorted(),
    'the authority',
  )
  if (receipts !== null) wrong.push(`the authority signed otherwise: ${receipts}`)
  const records = read<{ number: number | null }>(
    "select authority_number as number from submission where kind = 'stockRecord'",
  )
  const counted = records.filter(({ number }) => number === null).length
  if (stockRecords.length !== records.length)
    wrong.push(
      `the authority has ${stockRecords.length} stock records, the tills ${records.length}; ${counted} only count as sent`,
    )
  const level = await hub
    .selectFrom('stock_level')
    .select(['on_hand as here', 'authority_on_hand as there'])
    .orderBy('on_hand', 'desc')
    .executeTakeFirstOrThrow()
  const most = Math.max(...stock.map(({ onHand }) => onHand)) * 100
  if (level.here !== most || level.there !== most)
    wrong.push(`on hand is ${level.here}, ${level.there} as the signer knows, and ${most} at the authority`)
  return wrong
}

/** Kills so many times, with returns to an older backup. */
export const killHub = async ({ folder, kills, seed }: HubKillOptions): Promise<HubKillReport> => {
  const random = createRandom(seed)
  const report: HubKillReport = {
    ...{ kills: 0, ofTheHub: 0, ofPostgres: 0, ofTills: 0, rewinds: 0, acknowledged: 0, wrong: [] },
  }
  const rewindEvery = kills < rewindsEvery ? kills - (kills % 2) : rewindsEvery
  const authority = await startPractice()
  const hub = createHub(join(folder, 'hub'), await freePort())
  const tills: Till[] = []
  try {
    await hub.ready()
    for (let n = 1; n <= tillCount; n += 1) {
      const till = createTill(join(folder, `till${n}`), authority.url, `KAU-${n}`)
      tills.push(till)
      await till.open({ address: hub.address, code: await hub.code() })
    }
    let isAway = false
    let backup = await hub.backUp()
    for (let kill = 1; kill <= kills; kill += 1) {
      await setTimeout(random.between(50, 700))
      const dies = random.pick(['hub', 'hub', 'till', 'till', 'postgres', 'backend', 'both'] as const)
      const till = random.pick(tills)
      report.kills += 1
      if (random.chance(0.15)) {
        isAway = !isAway
        await authority.setOffline(isAway)
      }
      if (dies === 'postgres' || dies === 'backend') {
        report.ofPostgres += 1
        hub.killPostgres(dies === 'postgres', random)
      }
      if (dies === 'till') {
        report.ofTills += 1
        await till.kill()
      }
      if (dies === 'hub' || dies === 'both') {
        report.ofTheHub += 1
        if (dies === 'both') hub.killPostgres(true, random)
        await hub.kill(random.chance(0.2) ? random.between(100, 1_500) : null)
      }
      if (kill % rewindEvery === rewindEvery / 2) backup = await hub.backUp()
      if (kill % rewindEvery === 0) {
        report.rewinds += 1
        await hub.putBack(backup)
      }
    }
    await authority.setOffline(false)
    await Promise.all(tills.map((till) => till.drain()))
    const db = await hub.database()
    try {
      report.wrong.push(...(await checkAuthority(db, tills, authority.control)))
      for (const till of tills)
        report.wrong.push(...(await checkTill(db, till)), ...(await checkStock(db, till)))
      report.wrong.push(...(await checkHub(db)).wrong)
    } finally {
      await db.destroy()
    }
  } catch (error) {
    report.wrong.push(`${error}; the hub says ${hub.said()}`)
  } finally {
    await Promise.all(tills.map((till) => till.end()))
    await hub.end()
    await authority.stop()
  }
  report.acknowledged = tills.reduce((sum, { kept }) => sum + kept.length, 0)
  return report
}
