/**
 * Power cuts: a day's writes are recorded, to the database and to its journal; then the power goes at a random moment. What
 * had been synced is there; of what came after the last sync of its file each write is there, not there, or there in parts
 * of 512 bytes; a new file whose folder was not synced may be missing. Some of what is left is opened as the till opens it,
 * with the database or with the journal alone.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { appMigrations } from '../../db/app/migrations/index.ts'
import { migrate } from '../../db/migrate.ts'
import { rollForward } from '../../db/rollForward.ts'
import { openDb } from '../../db/sqlite.ts'
import { createRandom, type Random } from '../simulation/random.ts'

interface Operation {
  kind: 'write' | 'sync' | 'truncate' | 'unlink' | 'folder' | 'acknowledged'
  file: string
  offset: number
  data: Buffer
}

const kinds = { w: 'write', s: 'sync', t: 'truncate', u: 'unlink', d: 'folder', a: 'acknowledged' } as const

const readRecord = (file: string): Operation[] => {
  const bytes = readFileSync(file)
  const operations: Operation[] = []
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[String.fromCharCode(bytes[at] ?? 0) as keyof typeof kinds]
    const nameLength = bytes.readUInt16LE(at + 1)
    const offset = Number(bytes.readBigUInt64LE(at + 3))
    const length = bytes.readUInt32LE(at + 11)
    const name = bytes.toString('utf8', at + 15, at + 15 + nameLength)
    const from = at + 15 + nameLength
    operations.push({ kind, file: name, offset, data: bytes.subarray(from, from + length) })
    at = from + length
  }
  return operations
}

/** One file as the disk has it, and what is only on its way there. */
interface Image {
  synced: Buffer | null
  pending: Operation[]
  /** Its folder was synced since it was made. */
  named: boolean
}

const sector = 512

/** A file after some operations; null when it is not there. `before` stays as it is. */
const applied = (before: Buffer | null, operations: readonly Operation[]): Buffer | null => {
  let size = before?.length ?? 0
  const most = operations.reduce(
    (most, { kind, offset, data }) => Math.max(most, kind === 'truncate' ? offset : offset + data.length),
    size,
  )
  const content = Buffer.alloc(most)
  before?.copy(content)
  let exists = before !== null
  for (const { kind, offset, data } of operations) {
    exists = kind !== 'unlink'
    if (kind === 'write') {
      data.copy(content, offset)
      size = Math.max(size, offset + data.length)
    } else {
      const smaller = kind === 'truncate' ? offset : 0
      content.fill(0, smaller, size)
      size = smaller
    }
  }
  return exists ? content.subarray(0, size) : null
}

/** Some of its sectors are there. */
const torn = (operation: Operation, random: Random): Operation[] => {
  const parts: Operation[] = []
  for (let from = 0; from < operation.data.length; from += sector) {
    if (!random.chance(0.5)) continue
    const data = operation.data.subarray(from, from + sector)
    parts.push({ ...operation, offset: operation.offset + from, data })
  }
  return parts
}

/** A removal is for good once its folder has been synced. */
const keepRemoval = (image: Image): void => {
  const last = image.pending.findLastIndex(({ kind }) => kind === 'unlink')
  if (last === -1) return
  image.synced = null
  image.named = false
  image.pending = image.pending.slice(last + 1)
}

/** How much of what was not synced survives: nothing, everything, or each write by chance. */
const survivors = (pending: Operation[], random: Random): Operation[] => {
  const draw = random.next()
  if (draw < 0.2) return []
  if (draw < 0.3) return pending
  return pending.flatMap((operation) => {
    const chance = random.next()
    if (chance < 0.4) return []
    if (operation.kind === 'write' && chance < 0.6) return torn(operation, random)
    return [operation]
  })
}

export interface CutReport {
  cuts: number
  /** Opened as the till does it; so many of them with nothing but the journal. */
  opened: number
  fromJournal: number
  acknowledged: number
  /** What was wrong, in words; empty is what everybody wants. */
  wrong: string[]
}

/** Everything that must hold of a till after the power is back. */
const examine = (file: string, acknowledged: readonly string[]): string[] => {
  const db = new Sqlite(file)
  try {
    const tables = db.prepare("select count(*) from sqlite_master where name = 'submission'").pluck().get()
    if (tables === 0) return acknowledged.length > 0 ? ['everything is lost'] : []
    const wrong: string[] = []
    const verdict = db.pragma('quick_check', { simple: true })
    if (verdict !== 'ok') wrong.push(`damaged: ${String(verdict)}`)
    const here = new Set(db.prepare('select number from invoice').pluck().all() as string[])
    const lost = acknowledged.filter((number) => !here.has(number))
    if (lost.length > 0) wrong.push(`${lost.length} acknowledged sales are lost, the first is ${lost[0]}`)
    const half = db
      .prepare(
        `select count(*) from invoice i where not exists (select 1 from submission s where s.invoice_id = i.id)
           or not exists (select 1 from invoice_line l where l.invoice_id = i.id)`,
      )
      .pluck()
      .get()
    if (half !== 0) wrong.push(`${half} sales are half written`)
    const stock = db
      .prepare(
        'select count(*) from item where on_hand <> coalesce((select sum(quantity) from movement where item_id = item.id), 0)',
      )
      .pluck()
      .get()
    if (stock !== 0) wrong.push(`the stock of ${stock} items is not the sum of its movements`)
    return wrong
  } catch (error) {
    return [`cannot be opened: ${String(error)}`]
  } finally {
    db.close()
  }
}

export interface CutOptions {
  folder: string
  shim: string
  cuts: number
  sales: number
  seed: number
  /** Instead of `synchronous=FULL`, to see that the method finds what it looks for. */
  unsafe?: boolean
}

const recordDay = ({ folder, shim, sales, unsafe }: CutOptions): Operation[] => {
  const record = join(folder, 'record')
  const day = join(folder, 'day')
  rmSync(record, { force: true })
  rmSync(day, { recursive: true, force: true })
  const script = fileURLToPath(new URL('recordedDay.ts', import.meta.url))
  const bugs = new URL('../simulation/bugs.ts', import.meta.url).href
  const planted = unsafe
    ? ['--import', `data:text/javascript,import{plant}from"${bugs}";plant("durabilityOff")`]
    : []
  const { status, stderr } = spawnSync(process.execPath, [...planted, script, day, String(sales)], {
    env: {
      ...process.env,
      LD_PRELOAD: shim,
      TORTURE_RECORD: record,
      TORTURE_MATCH: 'till.db|/journal/',
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The recorded day failed: ${stderr}`)
  return readRecord(record).map((operation) => ({ ...operation, file: relative(day, operation.file) }))
}

/** Opens what is left as the till does; answers what is wrong with it. */
const open = async (
  place: string,
  { acknowledged, journalOnly }: { acknowledged: readonly string[]; journalOnly: boolean },
): Promise<string[]> => {
  const [app = ''] = ['apps', 'journal'].flatMap((folder) => appsIn(place, folder))
  const file = join(place, 'apps', app, 'till.db')
  if (journalOnly) for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  const db = openDb(file)
  try {
    const folder = join(place, 'journal', app)
    const { reason } = await rollForward(db, { folder, migrations: appMigrations })
    await migrate(db, appMigrations)
    const schema = Object.keys(appMigrations).at(-1) ?? ''
    db.startJournal({ folder, schema, now: () => 0, broken: () => undefined })
    const here = new Set(db.raw.prepare('select number from invoice').pluck().all() as string[])
    const lost = acknowledged.filter((number) => !here.has(number))
    return [
      ...(reason === null ? [] : [`the journal does not fit: ${reason}`]),
      ...(lost.length === 0 ? [] : [`${lost.length} are lost once it is opened, the first is ${lost[0]}`]),
    ]
  } catch (error) {
    return [`does not open: ${String(error)}`]
  } finally {
    db.close()
  }
}

const appsIn = (place: string, folder: string): string[] =>
  existsSync(join(place, folder)) ? readdirSync(join(place, folder)) : []

/** Every so-manieth of the cuts is opened as the till opens it. */
const openedEach = 16

/** Puts a synced or removed file where it belongs. */
const note = (images: Map<string, Image>, operation: Operation): void => {
  if (operation.kind === 'folder') {
    for (const [file, image] of images) {
      if (dirname(file) !== operation.file) continue
      keepRemoval(image)
      image.named = true
    }
    return
  }
  const image = images.get(operation.file) ?? { synced: null, pending: [], named: false }
  images.set(operation.file, image)
  if (operation.kind !== 'sync') image.pending.push(operation)
  else {
    image.synced = applied(image.synced, image.pending)
    image.pending = []
  }
}

/** Cuts the power `cuts` times. Throws when the day itself cannot be recorded. */
export const cutPower = async (options: CutOptions): Promise<CutReport> => {
  const operations = recordDay(options)
  const random = createRandom(options.seed)
  const moments = Array.from({ length: options.cuts }, () =>
    random.between(1, operations.length - 1),
  ).toSorted((a, b) => a - b)
  const images = new Map<string, Image>()
  const acknowledged: string[] = []
  const wrong: string[] = []
  // What is left after a cut is read once: memory does, where there is a folder in it.
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : options.folder, 'kaunta-cut-'))
  let [next, opened, fromJournal] = [0, 0, 0]
  for (const [index, operation] of operations.entries()) {
    for (; next < moments.length && moments[next] === index; next += 1) {
      rmSync(place, { recursive: true, force: true })
      let database = ''
      for (const [file, { synced, pending, named }] of images) {
        const content = applied(synced, survivors(pending, random))
        if (!content || (!named && random.chance(0.2))) continue
        mkdirSync(join(place, dirname(file)), { recursive: true })
        writeFileSync(join(place, file), content)
        if (file.endsWith('till.db')) database = join(place, file)
      }
      if (database === '') {
        if (acknowledged.length > 0) wrong.push(`cut ${next} before operation ${index}: the database is gone`)
        continue
      }
      const found = examine(database, acknowledged)
      if (next % openedEach === 0) {
        const journalOnly = random.chance(0.5)
        opened += 1
        if (journalOnly) fromJournal += 1
        found.push(...(await open(place, { acknowledged, journalOnly })))
      }
      for (const rule of found) wrong.push(`cut ${next} before operation ${index}: ${rule}`)
    }
    if (operation.kind === 'acknowledged')
      acknowledged.push(...operation.data.toString('utf8').trim().split('\n'))
    else note(images, operation)
  }
  rmSync(place, { recursive: true, force: true })
  return { cuts: next, opened, fromJournal, acknowledged: acknowledged.length, wrong }
}
