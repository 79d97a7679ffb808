/**
 * The installation's database is damaged, lost in part, or put back to an older state while the till is closed:
 * `node workspace.ts FOLDER ROUNDS SEED`. The next start shows the same shop, or a finding of what may be missing.
 * TORTURE_BUG plants one of `bugs.ts` in the product, to see that this finds it; then it stops at the first find.
 */
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Clock } from '../../core/base/ports.ts'
import type { Connection } from '../../core/contract/workspace.ts'
import { FolderTroubleError } from '../../core/disk/dataFolderErrors.ts'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { nodePorts, systemClock } from '../../core/platform/nodePorts.ts'
import { backupsIn } from '../../core/recovery/backupFiles.ts'
import { placesOf } from '../../core/recovery/files.ts'
import { type Finding, findingsOf } from '../../core/recovery/findings.ts'
import { workspacePlaces } from '../../core/workspace/recoverWorkspaceDb.ts'
import { problemsIn } from '../../db/integrity/inspect.ts'
import { reachIn } from '../../db/workspace/revision.ts'
import { overwrite, pageSize } from '../integration/recovery/spoil.ts'
import { createRandom } from '../simulation/random.ts'
import { openWindow } from '../support/window.ts'
import { quiet } from './shop.ts'
import { freePort, startAuthority, until } from './smallTill.ts'

const [folder = '', rounds = '10', seed = '1'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const planted = process.env['TORTURE_BUG'] !== undefined
const data = join(folder, 'data')
/** As it was when the till was closed. */
const whole = join(folder, 'whole')
const places = workspacePlaces(data)
const owner = { name: 'Amina', pin: '471362' }

/** A change is copied at once instead of after a second. */
const hurried: Clock = {
  ...systemClock,
  after: (ms, act) => systemClock.after(ms === 1_000 ? 0 : ms, act),
}

interface Person {
  id: string
  name: string
  pin: string
  active: boolean
}
/** All that was acknowledged. */
interface Known {
  current: string
  lockAfter: number
  people: Person[]
  keys: { id: string; key: string; appId: string; revoked: boolean }[]
  /** Numbers of sales, by profile. */
  sold: Record<string, string[]>
}

const open = async (clock: Clock = systemClock) => {
  const ports = { ...nodePorts(data, quiet), clock }
  const host = await openExclusively(data, ports, { timing: { retryMs: 20, retryCapMs: 60 } })
  const ask = openWindow(() => host, 'window')
  const call = async <T>(name: string, input: unknown): Promise<T> => {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data as T
  }
  const state = () =>
    call<{ phase: string; people: { id: string; name: string }[]; currentProfile: { id: string } | null }>(
      'workspace.state',
      {},
    )
  return {
    host,
    ask,
    call,
    state,
    unlock: async (id: string, pin: string) => (await ask('session.unlock', { userId: id, pin })).ok,
    sell: async (): Promise<string> => {
      const { items } = await call<{ items: { id: number; price: number }[] }>('item.list', {
        filter: 'services',
        limit: 1,
      })
      const sold = await call<{ number: string }>('sale.complete', {
        lines: items.map(({ id }) => ({ itemId: id, quantity: 100 })),
        tenders: [{ method: '01', amount: items[0]?.price ?? 0 }],
        requestId: `request-${random.next()}`,
      })
      return sold.number
    },
  }
}
type Till = Awaited<ReturnType<typeof open>>

const begin = async (url: string): Promise<Known> => {
  const till = await open()
  const connection = (name: string, environment: Connection['environment'], branchId: string) =>
    ({
      kind: 'device',
      connection: {
        name,
        environment,
        authorityUrl: url,
        dialect: 'legacy',
        taxpayerPin: 'P051000001K',
        branchId,
        deviceSerial: `KAU-${branchId}`,
      },
    }) as const
  const sandbox = await till.host.createProfile(connection('Sandbox', 'sandbox', '00'))
  await till.call('workspace.createOwner', owner)
  const [person] = (await till.state()).people
  const production = await till.host.createProfile(connection('Production', 'production', '01'))
  for (const { id } of [sandbox, production]) {
    await till.call('profile.switch', { id })
    await till.call('device.initialize', {})
    await till.call('item.save', {
      name: 'Advice',
      type: '3',
      taxType: 'B',
      price: 5_000,
      itemClass: '8014160000',
    })
  }
  const keys = await Promise.all(
    [sandbox, production].map(async ({ id, apiKey }) => ({
      id: till.host.verifyApiKey(apiKey)?.keyId ?? '',
      key: apiKey,
      appId: id,
      revoked: false,
    })),
  )
  await till.host.close()
  return {
    current: production.id,
    lockAfter: 10,
    people: [{ id: person?.id ?? '', ...owner, active: true }],
    keys,
    sold: { [sandbox.id]: [], [production.id]: [] },
  }
}

/** The acts of an owner on one day, each acknowledged before the next. */
const acts: Record<string, (till: Till, known: Known) => Promise<void>> = {
  hire: async ({ call }, { people }) => {
    if (people.length > 4) return
    const person = {
      name: `Person ${people.length}`,
      pin: String(random.between(472_000, 472_999)),
      active: true,
    }
    const { id } = await call<{ id: string }>('user.save', { ...person, role: 'manager' })
    people.push({ id, ...person })
  },
  dismissOrTakeBack: async ({ call }, { people }) => {
    const person = random.pick(people)
    if (person.name === owner.name) return
    person.active = !person.active
    await call('user.save', { id: person.id, name: person.name, role: 'manager', active: person.active })
  },
  setPin: async ({ call }, { people }) => {
    const person = random.pick(people)
    if (person.name === owner.name) return
    person.pin = String(random.between(473_000, 473_999))
    const { id, name, pin, active } = person
    await call('user.save', { id, name, role: 'manager', active, pin })
  },
  mint: async ({ call }, { keys, current }) => {
    if (keys.length > 20) return
    const { key, apiKey } = await call<{ key: string; apiKey: { id: string } }>('apiKey.mint', {})
    keys.push({ id: apiKey.id, key, appId: current, revoked: false })
  },
  revoke: async ({ call }, { keys, current }) => {
    const own = keys.filter(({ appId, revoked }) => appId === current && !revoked)
    const [key] = own
    if (!key || own.length < 2) return
    await call('apiKey.revoke', { id: key.id })
    key.revoked = true
  },
  switchProfile: async ({ call }, known) => {
    known.current = random.pick(Object.keys(known.sold))
    await call('profile.switch', { id: known.current })
  },
  setLock: async ({ call }, known) => {
    known.lockAfter = random.between(5, 60)
    await call('workspace.setLockAfter', { minutes: known.lockAfter })
  },
  sell: async ({ sell }, { sold, current }) => {
    sold[current]?.push(await sell())
  },
}

/** Does the newest copy hold the last change? */
const isCopied = (): boolean => {
  const [newest] = backupsIn(places.backups)
  try {
    return reachIn(newest?.file ?? '').revision?.number === reachIn(places.file).revision?.number
  } catch {
    // There is none, or it was damaged earlier.
    return false
  }
}

// --- damage -----------------------------------------------------------------------------------------------------------

const damages: Record<string, (file: string) => void> = {
  bytes: (file) => {
    const content = readFileSync(file)
    for (let count = random.between(1, 8); count > 0; count -= 1) {
      const at = random.between(0, content.length - 1)
      content[at] = (content[at] ?? 0) ^ random.between(1, 255)
    }
    writeFileSync(file, content)
  },
  // SQLite does not detect this damage: it is within the row of a person, a profile or a setting.
  text: (file) => {
    const content = readFileSync(file)
    const known = [
      ...content
        .toString('latin1')
        .matchAll(/scrypt\$[\w$-]{40,}|Person \d(?=manager)|currentApp[\w-]{36}|http:\/\/127/g),
    ]
    if (known.length === 0) return
    const { index, 0: found } = random.pick(known)
    const at = index + random.between(0, found.length - 1)
    content[at] = (content[at] ?? 0) ^ 1
    writeFileSync(file, content)
  },
  page: (file) => {
    const pages = Math.floor(readFileSync(file).length / pageSize)
    if (pages > 0) overwrite(file, random.between(0, pages - 1) * pageSize, pageSize, random.pick([0, 0xff]))
  },
  cut: (file) => truncateSync(file, random.between(0, readFileSync(file).length)),
  emptied: (file) => truncateSync(file, 0),
  deleted: (file) => rmSync(file),
}

/** The files of the installation's database; files of one name are damaged together. */
const parts: Record<string, () => string[]> = {
  file: () => [places.file],
  log: () => [`${places.file}-wal`],
  note: () => [`${places.file}.state`],
  newestCopy: () =>
    backupsIn(places.backups)
      .slice(0, 1)
      .flatMap(({ files }) => files),
  copies: () => backupsIn(places.backups).flatMap(({ files }) => files),
}
/** An older file with its log, as somebody puts it back from a stick. */
const older = join(folder, 'older.db')

/** Answers what was done, in words. */
const spoil = (): string[] => {
  const done: string[] = []
  for (let count = random.pick([1, 1, 2, 2, 3]); count > 0; count -= 1) {
    const part = random.pick(['file', 'file', ...Object.keys(parts)])
    if (part === 'file' && random.chance(0.15) && existsSync(older)) {
      for (const end of ['', '-wal', '-shm']) rmSync(`${places.file}${end}`, { force: true })
      cpSync(older, places.file)
      done.push('an older file')
      continue
    }
    const way = random.pick(['text', ...Object.keys(damages)])
    const files = (parts[part]?.() ?? []).filter((file) => existsSync(file))
    if (files.length === 0) continue
    for (const file of files) damages[way]?.(file)
    done.push(`${part} ${way}`)
  }
  return done
}

/** The files that survived the damage. */
interface Left {
  /** A file or a copy that is as it was, and whole. */
  isAny: boolean
  /** Something that knows which keys and people were ended last. */
  isEnd: boolean
  /** The state with which the file is compared. */
  isNote: boolean
}
const left = (copied: boolean): Left => {
  const isSame = (file: string): boolean => {
    const before = join(whole, relative(data, file))
    return existsSync(file) && readFileSync(file).equals(readFileSync(before))
  }
  // An empty file is an empty database.
  const isWhole = (file: string): boolean =>
    isSame(file) && readFileSync(file).length > 0 && problemsIn(file, { depth: 'full' }) === null
  const copies = backupsIn(places.backups).map(({ file }) => isWhole(file) && reachIn(file).rows['app'] !== 0)
  const isFile = isWhole(places.file)
  const isNote = isSame(`${places.file}.state`)
  return {
    isAny: isFile || copies.includes(true),
    isEnd: isFile || isNote || (copied && copies[0] === true),
    isNote,
  }
}

// --- after it -----------------------------------------------------------------------------------------------------------

const reportedIn = (known: Known): Finding[] =>
  Object.keys(known.sold).flatMap((id) =>
    findingsOf(placesOf(data, id)).filter(({ cause }) => cause === 'workspace'),
  )

/** Returns the differences from the acknowledged state. */
const differencesIn = async ({ host, ask, call, state, unlock }: Till, known: Known): Promise<string[]> => {
  const wrong: string[] = []
  const { people, currentProfile } = await state()
  if (currentProfile?.id !== known.current) wrong.push('another profile is shown')
  const expected = known.people.filter(({ active }) => active).map(({ name }) => name)
  const shown = people.map(({ name }) => name)
  if (shown.toSorted().join() !== expected.toSorted().join())
    wrong.push(`there are ${shown.join()} instead of ${expected.join()}`)
  for (const { key, appId, revoked } of known.keys)
    if (host.verifyApiKey(key)?.appId !== (revoked ? undefined : appId))
      wrong.push(revoked ? 'a revoked key works' : 'a key opens its profile no more')
  // Checking a PIN takes long, and the owner's comes last because the owner is asked for below.
  const somebody = random.pick(known.people)
  for (const { id, name, pin, active } of [somebody, known.people[0] ?? somebody])
    if (active && !(await unlock(id, pin))) wrong.push(`the PIN of ${name} is not taken`)
  if (wrong.length > 0) return wrong
  const { lockAfterMinutes } = await call<{ lockAfterMinutes: number }>('user.list', {})
  if (lockAfterMinutes !== known.lockAfter) wrong.push('a setting is lost')
  if (!(await ask('item.list', {})).ok) wrong.push('the profile does not answer')
  return wrong
}

/** Returns the broken rules that even a finding does not excuse. */
const forbiddenIn = async (till: Till, known: Known, mayBeForgotten: boolean): Promise<string[]> => {
  const wrong: string[] = []
  const { phase, people } = await till.state()
  if (phase !== 'ready') wrong.push(`the phase is ${phase}`)
  if (!mayBeForgotten) {
    if (known.keys.some(({ key, revoked }) => revoked && till.host.verifyApiKey(key) !== null))
      wrong.push('a revoked key works')
    const back = known.people.find(({ id, active }) => !active && people.some((each) => each.id === id))
    if (back) wrong.push(`${back.name}, who was dismissed, is let in`)
  }
  for (const [id, numbers] of Object.entries(known.sold)) {
    const db = new Sqlite(placesOf(data, id).file, { readonly: true })
    const here = new Set(db.prepare('select number from invoice').pluck().all())
    db.close()
    const lost = numbers.filter((number) => !here.has(number))
    if (lost.length > 0) wrong.push(`${lost.length} sales are not there any more`)
  }
  return wrong
}

const counts = { rounds: 0, exact: 0, reported: 0, refused: 0 }
const wrong: string[] = []

const putBack = (): void => {
  rmSync(data, { recursive: true, force: true })
  cpSync(whole, data, { recursive: true })
}

/** Opens what is left; answers whether all is certainly as it was. */
const reopen = async (known: Known, { isAny, isEnd, isNote }: Left): Promise<boolean> => {
  const reportedBefore = new Set(reportedIn(known).map(({ id }) => id))
  let till: Till
  try {
    till = await open()
  } catch (error) {
    if (!(error instanceof FolderTroubleError)) throw error
    counts.refused += 1
    if (isAny) throw new Error(`refused although there was a whole one: ${error.message}`)
    // As it asks people to.
    for (const end of ['', '-wal', '-shm', '.state']) {
      rmSync(`${places.file}${end}`, { force: true })
      if (existsSync(join(whole, `workspace.db${end}`)))
        cpSync(join(whole, `workspace.db${end}`), `${places.file}${end}`)
    }
    till = await open()
    const differences = await differencesIn(till, known)
    await till.host.close()
    if (differences.length > 0) throw new Error(`once it was put back: ${differences.join('; ')}`)
    return true
  }
  try {
    const forbidden = await forbiddenIn(till, known, !isEnd)
    const reported = reportedIn(known).filter(({ id }) => !reportedBefore.has(id))
    const isReported = reported.length > 0
    const differences = await differencesIn(till, known)
    if (differences.length > 0 && !isReported && isNote)
      forbidden.push(`no finding says that ${differences.join('; ')}`)
    if (forbidden.length > 0) throw new Error(forbidden.join('; '))
    counts[differences.length === 0 ? 'exact' : 'reported'] += 1
    if (process.env['TORTURE_TRACE']) console.error(isReported, differences.join('; '))
    return differences.length === 0 && isNote && reported.every(({ complete }) => complete)
  } finally {
    await till.host.close()
  }
}

const round = async (known: Known): Promise<void> => {
  const isHurried = random.chance(0.5)
  const till = await open(isHurried ? hurried : systemClock)
  if (!(await till.unlock(known.people[0]?.id ?? '', owner.pin))) throw new Error('the owner is not let in')
  for (let count = random.between(1, 3); count > 0; count -= 1)
    await acts[random.pick(['revoke', 'dismissOrTakeBack', ...Object.keys(acts)])]?.(till, known)
  // A change that another one takes back is in no copy of its own.
  if (isHurried) await until('the last change is copied', isCopied, 500).catch(() => undefined)
  const killed = random.chance(0.6)
  if (!killed) await till.host.close()
  rmSync(whole, { recursive: true, force: true })
  cpSync(data, whole, { recursive: true })
  if (killed) await till.host.close()
  putBack()
  const copied = isCopied()
  const damage = spoil()
  try {
    const isSame = await reopen(known, left(copied))
    if (!isSame) putBack()
    if (random.chance(0.3)) cpSync(join(whole, 'workspace.db'), older)
  } catch (error) {
    wrong.push(`${damage.join(', ')}: ${error instanceof Error ? error.message : String(error)}`)
    putBack()
  }
  counts.rounds += 1
}

const authority = await startAuthority(join(folder, 'authority.db'), await freePort())
const known = await begin(authority.url)
for (let index = 0; index < Number(rounds); index += 1) {
  await round(known)
  if (planted && wrong.length > 0) break
}
console.log(JSON.stringify({ ...counts, wrong }))
process.exit(0)
