/**
 * A selling till is killed again and again: at a random moment, at one of its writes, in a checkpoint, or at a named one, in
 * upgrades and while a damaged database is replaced too. Now and then the authority is killed beside it. In the end it sends
 * all it owes: what it said it had kept is at the authority, once, in order.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import Sqlite from 'better-sqlite3'
import { overwrite } from '../integration/recovery/spoil.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { type PracticeProcess, startPractice } from '../support/practice.ts'
import { repository } from '../support/process.ts'
import { checkBooks } from './bookActs.ts'
import { checkKept, type Sent } from './kept.ts'
import { plantedIn } from './plantedMigration.ts'
import { type Point, type PointName, pointNames, points } from './points.ts'
import { makeControl, mode, openControl } from './shim.ts'
import { checkSupply, type SupplyLedger } from './supplyActs.ts'

/** `write`, `checkpoint`: at the so-manieth of the disk operations there. `point`: at one of points.ts. */
type Death =
  | { at: 'start' | 'ready'; ms: number }
  | { at: 'write' | 'checkpoint'; number: number }
  | { at: 'point'; name: PointName; number: number }

/** `null`: left to send all it owes and to end. */
type End = Death | null

interface Life {
  /** What the till said it had kept. */
  kept: string[]
  appId: string | undefined
  /** Its moment did not come. */
  missed: boolean
  errors: string
}

export interface KillOptions {
  folder: string
  /** null: no kills at writes. */
  shim: string | null
  kills: number
  seed: number
}

export interface KillReport {
  kills: number
  atWrites: number
  inCheckpoints: number
  atPoints: number
  /** Moments that did not come: those kills were at random ones. */
  missed: number
  ofTheAuthority: number
  acknowledged: number
  wrong: string[]
}

/** Milliseconds that a till sells without coming to its moment. */
const longestMs = 3_000
/** Kills that one till lives through; then another shop opens. */
const killsOfOneTill = 250
const salesPath = 'saveTrnsSalesOsdc'
const supplied = {
  ...{ code: 'SUP-1', class: '5313160900', name: 'Sugar', taxType: 'B', price: 123.45, quantity: 3 },
}
/** The writes that the shim counts: all durable ones. Only checkpoints write the database's own file. */
const counted = { write: 'till.db|/journal/', checkpoint: '/till.db$' }

const waysOfDamage: ((file: string) => void)[] = [
  (file) => overwrite(file, 0, 4096),
  (file) => rmSync(file),
  (file) => rmSync(`${file}-wal`, { force: true }),
]

const isLockedOut = ({ errors }: Life): boolean => errors.includes('session.lockedOut')

/** PINs that were being checked when the till died count as wrong ones: after five a person waits a quarter of an hour. */
const waitOutLock = (data: string): void => {
  const db = new Sqlite(join(data, 'workspace.db'))
  db.exec('delete from pin_series')
  db.close()
}

const createTill = (options: KillOptions, folder: string, authority: PracticeProcess) => {
  const control = join(folder, 'control')
  const data = join(folder, 'till')
  let upgrades = 0

  const environmentOf = (end: End): NodeJS.ProcessEnv => {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      TORTURE_UPGRADES: String(upgrades),
      // A third of each life would go into reading the source.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
    }
    if (end?.at === 'point') return { ...env, TORTURE_POINT: end.name, TORTURE_HITS: String(end.number) }
    if ((end?.at !== 'write' && end?.at !== 'checkpoint') || !options.shim) return env
    makeControl(control)
    openControl(control).arm({ mode: mode.kill, after: end.number, error: 0 })
    return { ...env, LD_PRELOAD: options.shim, TORTURE_CONTROL: control, TORTURE_MATCH: counted[end.at] }
  }

  return {
    data,
    upgrade: () => (upgrades += 1),
    upgrades: () => upgrades,
    live: async (end: End): Promise<Life> => {
      const needs = end?.at === 'point' ? (points[end.name] as Point).needs : undefined
      const backups = needs === 'backups' ? ['backup'] : []
      const till = [
        '--import',
        repository('test/torture/points.ts'),
        repository('test/support/sellingTill.ts'),
      ]
      const child = spawn(process.execPath, [...till, data, authority.url, ...backups], {
        env: environmentOf(end),
      })
      const errors = text(child.stderr)
      const life: Life = { appId: undefined, missed: false, kept: [], errors: '' }
      const kill = () => child.kill('SIGKILL')
      const giveUp = () => {
        life.missed = kill()
      }
      const drained = Promise.withResolvers<void>()
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said = JSON.parse(line) as string | { appId?: string; drained?: true }
        if (typeof said === 'string') life.kept.push(said)
        else if (said.drained) drained.resolve()
        else {
          life.appId = said.appId
          if (end?.at === 'ready') setTimeout(kill, end.ms)
          else if (end) setTimeout(giveUp, longestMs).unref()
        }
      })
      const gone = once(child, 'close')
      if (end === null) {
        child.stdin.write('drain\n')
        await Promise.race([drained.promise, gone])
        child.kill('SIGTERM')
      }
      if (end?.at === 'start') setTimeout(kill, end.ms)
      await gone
      return { ...life, errors: await errors }
    },
  }
}

const createDeaths = (random: Random, shim: boolean) => {
  let named = random.between(0, pointNames.length - 1)
  return (): Death => {
    if (shim && random.chance(0.35)) return { at: 'write', number: random.between(1, 1200) }
    if (shim && random.chance(0.15)) return { at: 'checkpoint', number: random.between(1, 120) }
    if (random.chance(0.65)) {
      // Each in turn, so that a short run meets them too.
      const name = pointNames[named++ % pointNames.length] as PointName
      const { needs, seldom } = points[name] as Point
      const most = needs === undefined ? (seldom ? 2 : 30) : needs === 'backups' ? 2 : 1
      return { at: 'point', name, number: random.between(1, most) }
    }
    return random.chance(0.2)
      ? { at: 'start', ms: random.between(50, 600) }
      : { at: 'ready', ms: random.between(1, 150) }
  }
}

const noKills = (): KillReport => ({
  kills: 0,
  atWrites: 0,
  inCheckpoints: 0,
  atPoints: 0,
  missed: 0,
  ofTheAuthority: 0,
  acknowledged: 0,
  wrong: [],
})

/** One till's lives. */
const killOneTill = async (options: KillOptions, folder: string): Promise<KillReport> => {
  const random = createRandom(options.seed)
  const nextDeath = createDeaths(random, options.shim !== null)
  const authority = await startPractice()
  const till = createTill(options, folder, authority)
  const report = noKills()
  const kept: string[] = []
  let keptBeforeUpgrade = 0
  const livedThrough = async (end: End): Promise<Life> => {
    const life = await till.live(end)
    kept.push(...life.kept)
    if (isLockedOut(life)) waitOutLock(till.data)
    else if (life.errors !== '') report.wrong.push(`the till said: ${life.errors.slice(0, 900)}`)
    return isLockedOut(life) ? livedThrough(end) : life
  }
  const makeTrouble = () =>
    authority.control('PUT', '/faults', [
      { kind: 'slow', ms: 3, paths: [salesPath] },
      { kind: 'late', ms: 30, paths: [salesPath], probability: 0.1, seed: options.seed },
      { kind: 'cutAfter', paths: [salesPath], probability: 0.05, seed: options.seed },
    ])
  const crashAuthority = async (ms: number) => {
    report.ofTheAuthority += 1
    await new Promise((resolve) => setTimeout(resolve, ms))
    await authority.crash()
    await makeTrouble()
  }
  try {
    const { appId, errors } = await livedThrough(null)
    if (appId === undefined) throw new Error(`The till did not start: ${errors}`)
    const file = join(till.data, 'apps', appId, 'till.db')
    await makeTrouble()
    for (let kill = 0; kill < options.kills; kill += 1) {
      const death = nextDeath()
      report.kills += 1
      if (death.at === 'write') report.atWrites += 1
      if (death.at === 'checkpoint') report.inCheckpoints += 1
      if (death.at === 'point') {
        report.atPoints += 1
        const { needs } = points[death.name] as Point
        if (needs === 'damage' && existsSync(file)) random.pick(waysOfDamage)(file)
        if (needs === 'upgrade') {
          till.upgrade()
          keptBeforeUpgrade = kept.length
        }
      }
      const invoice = {
        tin: 'P051000001K',
        supplier: 'P051444444D',
        number: 10_000 + kill,
        lines: [supplied],
      }
      await authority.control('POST', '/supplier-invoices', invoice)
      await authority.control('POST', '/imports', { tin: invoice.tin, task: `KILL-${kill}` })
      const crash = random.chance(0.1) ? crashAuthority(random.between(200, 1200)) : undefined
      if ((await livedThrough(death)).missed) report.missed += 1
      await crash
    }
    await authority.control('PUT', '/faults', [])
    await livedThrough(null)
    const ledger = await authority.control<SupplyLedger & { sales: Sent[] }>('GET', '/ledger')
    report.wrong.push(...checkKept(file, kept, ledger.sales))
    const db = new Sqlite(file, { readonly: true })
    const upgraded = till.upgrades() === 0 || plantedIn(db, kept.slice(0, keptBeforeUpgrade), till.upgrades())
    if (upgraded !== true) report.wrong.push(upgraded || 'the last upgrade is not there')
    report.wrong.push(...checkBooks(db), ...checkSupply(db, ledger))
    db.close()
    report.acknowledged = kept.length
    return report
  } finally {
    await authority.stop()
  }
}

/** Kills `kills` times in all, one till after another. */
export const killTill = async (options: KillOptions): Promise<KillReport> => {
  const sum = noKills()
  for (let done = 0; done < options.kills; done += killsOfOneTill) {
    const folder = mkdtempSync(join(options.folder, 'kills-'))
    const kills = Math.min(killsOfOneTill, options.kills - done)
    const { wrong, ...counts } = await killOneTill({ ...options, kills, seed: options.seed + done }, folder)
    for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count
    sum.wrong.push(...wrong)
    rmSync(folder, { recursive: true })
  }
  return sum
}
