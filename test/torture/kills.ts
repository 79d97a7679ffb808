/**
 * A selling till is killed again and again, at a random moment or at one of its writes, and in the end sends all it owes:
 * what it said it had kept is at the authority, once, in order.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { createRandom } from '../simulation/random.ts'
import { startPractice } from '../support/practice.ts'
import { repository } from '../support/process.ts'
import { checkKept, type Sent } from './kept.ts'
import { type PointName, points } from './points.ts'
import { makeControl, mode, openControl } from './shim.ts'

interface Life {
  appId: string | undefined
  /** Numbers of the sales that the till said it had kept. */
  kept: string[]
  errors: string
}

/** `point`: at one of points.ts. `write`: at the so-manieth write, truncation or sync of its database. null: left to send all it owes and to end. */
type Death =
  | { at: 'start' | 'ready'; ms: number }
  | { at: 'write'; number: number }
  | { at: 'point'; name: PointName; number: number }
  | null

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
  atPoints: number
  acknowledged: number
  wrong: string[]
}

/** Milliseconds that a till sells without coming to its moment. */
const longestMs = 3_000
const names = Object.keys(points) as PointName[]
const needBackups = new Set<PointName>(['backupMadeNotChecked', 'backupNotNamed', 'journalBeginsAnew'])

const live = async (options: KillOptions, url: string, death: Death): Promise<Life> => {
  const data = join(options.folder, 'till')
  const control = join(options.folder, 'control')
  const env: NodeJS.ProcessEnv = { ...process.env }
  if (death?.at === 'write' && options.shim) {
    makeControl(control)
    openControl(control).arm({ mode: mode.kill, after: death.number, error: 0 })
    Object.assign(env, {
      LD_PRELOAD: options.shim,
      TORTURE_CONTROL: control,
      TORTURE_MATCH: 'till.db|/journal/',
    })
  }
  const atPoint = death?.at === 'point'
  if (atPoint) Object.assign(env, { TORTURE_POINT: death.name, TORTURE_HITS: String(death.number) })
  const loaded = atPoint ? ['--import', repository('test/torture/points.ts')] : []
  const backups = atPoint && needBackups.has(death.name) ? ['backup'] : []
  const till = [...loaded, repository('test/support/sellingTill.ts'), data, url, ...backups]
  const child = spawn(process.execPath, till, { env })
  const errors = text(child.stderr)
  const life: Life = { appId: undefined, kept: [], errors: '' }
  const drained = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as string | { appId?: string; drained?: true }
    if (typeof said === 'string') life.kept.push(said)
    else if (said.drained) drained.resolve()
    else {
      life.appId = said.appId
      if (death?.at === 'ready') setTimeout(() => child.kill('SIGKILL'), death.ms)
      // A moment that did not come is a random one.
      if (atPoint) setTimeout(() => child.kill('SIGKILL'), longestMs).unref()
    }
  })
  const gone = once(child, 'close')
  if (death === null) {
    child.stdin.write('drain\n')
    await Promise.race([drained.promise, gone])
    child.kill('SIGTERM')
  }
  if (death?.at === 'start') setTimeout(() => child.kill('SIGKILL'), death.ms)
  await gone
  return { ...life, errors: await errors }
}

/** Kills it `kills` times. */
export const killTill = async (options: KillOptions): Promise<KillReport> => {
  const random = createRandom(options.seed)
  const authority = await startPractice()
  const wrong: string[] = []
  const kept: string[] = []
  let atWrites = 0
  let atPoints = 0
  const livedThrough = async (death: Death) => {
    const life = await live(options, authority.url, death)
    kept.push(...life.kept)
    if (life.errors !== '') wrong.push(`the till said: ${life.errors.slice(0, 300)}`)
    return life
  }
  try {
    const { appId } = await livedThrough(null)
    const paths = ['saveTrnsSalesOsdc']
    await authority.control('PUT', '/faults', [
      { kind: 'slow', ms: 3, paths },
      { kind: 'late', ms: 30, paths, probability: 0.1, seed: options.seed },
      { kind: 'cutAfter', paths, probability: 0.05, seed: options.seed },
    ])
    for (let kill = 0; kill < options.kills; kill += 1) {
      const atWrite = options.shim !== null && random.chance(0.4)
      const atPoint = !atWrite && random.chance(0.6)
      if (atWrite) atWrites += 1
      if (atPoint) {
        // Each in turn, so that a short run meets them too.
        const name = names[atPoints % names.length] as PointName
        atPoints += 1
        await livedThrough({ at: 'point', name, number: random.between(1, needBackups.has(name) ? 2 : 30) })
        continue
      }
      await livedThrough(
        atWrite
          ? { at: 'write', number: random.between(1, 400) }
          : random.chance(0.2)
            ? { at: 'start', ms: random.between(50, 600) }
            : { at: 'ready', ms: random.between(1, 150) },
      )
    }
    await authority.control('PUT', '/faults', [])
    await livedThrough(null)
    const { sales } = await authority.control<{ sales: Sent[] }>('GET', '/ledger')
    wrong.push(...checkKept(join(options.folder, 'till', 'apps', appId ?? '', 'till.db'), kept, sales))
    return { kills: options.kills, atWrites, atPoints, acknowledged: kept.length, wrong }
  } finally {
    await authority.stop()
  }
}
