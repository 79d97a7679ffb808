/**
 * Disks of every small size fill up under a till: `node disks.ts FOLDER SIZES SEED`, in a mount namespace of its own
 * (`unshare -Urm`, see run.ts). What was acknowledged is there and nothing else is, selling stops with a message and resumes
 * without a restart once there is room, and the authority has each sale once.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { FolderTroubleError } from '../../core/disk/dataFolderErrors.ts'
import { type DiskLimits, reserveFile } from '../../core/disk/diskMonitor.ts'
import { segmentFile, segmentsIn } from '../../db/journal/lines.ts'
import { createRandom } from '../simulation/random.ts'
import { checkKept, type Sent } from './kept.ts'
import { mode, openControl } from './shim.ts'
import { freePort, openSmallTill, type SmallTill, startAuthority } from './smallTill.ts'

const [folder = '', sizes = '10', seed = '1'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const control = process.env['TORTURE_CONTROL']
const place = join(folder, 'disk')
const data = join(place, 'data')
const template = join(folder, 'template')
const authorityFile = join(folder, 'authority.db')
const filler = join(place, 'filler')
const MiB = 1024 * 1024
const largest = 64 * MiB

const mount = (...options: string[]) =>
  execFileSync('mount', options, { stdio: ['ignore', 'ignore', 'inherit'] })
const resize = (bytes: number) => mount('-o', `remount,size=${Math.ceil(bytes / 1024)}k`, place)
const free = (): number => {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}
/** Another program's file, which leaves so much. */
const fill = (leave: number): void => {
  const bytes = Math.max(free() - leave, 0)
  for (let written = 0; written < bytes; written += MiB)
    writeFileSync(filler, Buffer.alloc(Math.min(MiB, bytes - written)), { flag: 'a' })
}

/** Nothing stops before the disk does; the till's own limits are another kind of round. */
const none: DiskLimits = {
  reserveBytes: MiB,
  stopBytes: 0,
  resumeBytes: 256 * 1024,
  lowBytes: 0,
  lookMs: 20,
  lookSoonMs: 20,
  reserveAfterMs: 0,
}
const limits: Record<string, DiskLimits> = {
  selling: none,
  filler: none,
  /** As large a ballast as the real one is to SQLite's log. */
  owing: { ...none, reserveBytes: 40 * MiB },
  /** Started again on a full disk. */
  restart: { ...none, reserveBytes: 4 * MiB },
  stopping: { ...none, reserveBytes: 2 * MiB, stopBytes: 6 * MiB, resumeBytes: 8 * MiB, lowBytes: 16 * MiB },
  /** The database is gone, and little room is left to make it anew in. */
  gone: none,
  readOnly: none,
}
const kinds = control ? Object.keys(limits) : Object.keys(limits).filter((kind) => kind !== 'readOnly')

const counts = { disks: 0, tooSmall: 0, unopened: 0, acknowledged: 0, refused: 0, stoppedInTime: 0 }
const reasons: Record<string, number> = {}
const wrong: string[] = []

const until = async (what: string, holds: () => Promise<boolean> | boolean, ms = 20_000): Promise<void> => {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`in vain waited until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Sells until it is refused five times in a row, and after each sale lets the queue work. */
const sellUntilRefused = async (
  till: SmallTill,
  most: number,
  before: () => void = () => {},
): Promise<string[]> => {
  const kept: string[] = []
  for (let refusedInRow = 0; refusedInRow < 5 && kept.length < most; ) {
    before()
    const reply = await till.sell()
    if (reply.ok) {
      refusedInRow = 0
      kept.push((reply.data as { number: string }).number)
    } else {
      refusedInRow += 1
      counts.refused += 1
      reasons[reply.error.reason] = (reasons[reply.error.reason] ?? 0) + 1
      if (!reply.error.reason.startsWith('disk.'))
        throw new Error(`refused with ${JSON.stringify(reply.error)}`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return kept
}

/** Opens it, with more room where it does not open in what there is: but it must say so in words. */
const open = async (url: string, kind: string): Promise<SmallTill> => {
  const opened = await openSmallTill(data, url, limits[kind]).catch((error: unknown) => {
    if (!(error instanceof FolderTroubleError)) throw error
    counts.unopened += 1
    resize(2 * largest)
    return openSmallTill(data, url, limits[kind])
  })
  if (!(await opened.unlock())) {
    resize(2 * largest)
    await until('somebody can unlock it', opened.unlock)
  }
  return opened
}

const readsOn = async (till: SmallTill): Promise<void> => {
  for (const [name, input] of [
    ['invoice.list', {}],
    ['queue.list', {}],
    ['status.get', {}],
    ['item.search', { text: 'Advice' }],
  ] as const) {
    const reply = await till.ask(name, input)
    if (!reply.ok) throw new Error(`${name} on a full disk: ${JSON.stringify(reply.error)}`)
  }
}

const round = async (index: number, port: number): Promise<void> => {
  const kind = kinds[index % kinds.length] as string
  const needs = limits[kind]?.reserveBytes ?? 0
  const templateBytes = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(template, name)))
    .reduce((sum, about) => sum + (about.isFile() ? Math.ceil(about.size / 4096) * 4096 : 8192), 0)
  // Close together where it barely opens; the first do not hold the till's files, or do not open.
  const room = Math.round((index / Number(sizes)) ** 2 * largest) + random.between(-512, 255) * 1024
  // Work in the reserve's space needs a whole reserve.
  const isWhole = kind === 'owing' || kind === 'restart'
  const bytes = templateBytes + room + (isWhole ? needs + 4 * MiB : 0)
  mkdirSync(place, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${Math.ceil(bytes / 1024)}k`, 'tmpfs', place)
  const authority = await (async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${authorityFile}.round${end}`, { force: true })
    cpSync(authorityFile, `${authorityFile}.round`)
    return startAuthority(`${authorityFile}.round`, port)
  })()
  let till: SmallTill | undefined
  try {
    try {
      cpSync(template, data, { recursive: true })
    } catch {
      counts.tooSmall += 1
      return
    }
    till = await open(authority.url, kind)
    let own = till
    if (isWhole) {
      await until(
        'the ballast is there',
        () => statSync(reserveFile(data), { throwIfNoEntry: false })?.size === needs,
      )
    }
    if (kind === 'owing') await authority.control('POST', '/offline', { offline: true })
    if (kind === 'restart') {
      await own.close()
      till = undefined
      fill(0)
      own = await openSmallTill(data, authority.url, limits[kind])
      till = own
      if (!(await own.unlock())) throw new Error('nobody can unlock it')
    }
    const kept: string[] = []
    if (kind === 'gone') {
      await authority.control('POST', '/offline', { offline: true })
      kept.push(...(await sellUntilRefused(own, 100)))
      const { ok: isCopied } = await own.ask('backup.make', {})
      kept.push(...(await sellUntilRefused(own, 20)))
      await own.close()
      till = undefined
      // As after some days: the journal begins shortly before the last copy. Attempts that were stored while the copy was
      // made are in the last segment but one.
      const journal = join(data, 'journal', basename(dirname(own.database)))
      const before = isCopied ? segmentsIn(journal).slice(0, -2) : []
      for (const segment of before) rmSync(segmentFile(journal, segment))
      rmSync(index % 4 < 2 ? dirname(own.database) : own.database, { recursive: true })
      fill(random.between(0, 1_500) * 1024)
      own = await open(authority.url, kind)
      till = own
      await authority.control('POST', '/offline', { offline: false })
    }
    if (kind === 'filler' || kind === 'owing' || free() > 6 * MiB) {
      const leave = kind === 'filler' ? random.between(0, 512) * 1024 : random.between(256, 3_000) * 1024
      if (kind !== 'stopping' && kind !== 'restart' && kind !== 'gone') fill(leave)
    }
    if (kind === 'readOnly' && control)
      openControl(control).arm({ mode: mode.failOn, after: 20, error: constants.errno.EROFS })
    const fillOn = () => {
      if (kind === 'stopping' && free() > MiB / 4) fill(free() - 128 * 1024)
    }
    kept.push(...(await sellUntilRefused(own, kind === 'gone' ? 40 : 2_000, fillOn)))
    if (kind === 'stopping' && free() > MiB) counts.stoppedInTime += 1
    await readsOn(own)
    if (kind === 'owing') {
      const owed = await own.waiting()
      await authority.control('POST', '/offline', { offline: false })
      if (owed > 0)
        await until('what is owed is sent from a full disk', async () => (await own.waiting()) === 0)
    }
    if (kind === 'readOnly' && control) openControl(control).disarm()
    if (index % 2 === 0) resize(bytes + 2 * largest)
    rmSync(filler, { force: true })
    if (index % 2 === 1) resize(bytes + 2 * largest)
    await until('it sells again', async () => {
      const reply = await own.sell()
      if (reply.ok) kept.push((reply.data as { number: string }).number)
      return reply.ok
    })
    kept.push(...(await sellUntilRefused(own, 3)))
    await until('all is sent', async () => (await own.waiting()) === 0)
    const { sales } = await authority.control<{ sales: Sent[] }>('GET', '/ledger')
    await own.close()
    till = undefined
    counts.acknowledged += kept.length
    const found = checkKept(own.database, kept, sales)
    if (sales.length !== kept.length)
      found.push(`${sales.length} sales are there, ${kept.length} were acknowledged`)
    wrong.push(...found.map((words) => `${kind}, ${bytes} bytes: ${words}`))
  } catch (error) {
    wrong.push(`${kind}, ${bytes} bytes: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    if (control) openControl(control).disarm()
    await till?.close().catch(() => undefined)
    await authority.close()
    execFileSync('umount', ['-l', place])
    counts.disks += 1
  }
}

const port = await freePort()
const first = await startAuthority(authorityFile, port)
const till = await openSmallTill(template, first.url)
await until('the template is sent', async () => (await till.waiting()) === 0)
await till.close()
await first.close()
for (let index = 0; index < Number(sizes); index += 1) await round(index, port)
console.log(JSON.stringify({ ...counts, ...reasons, wrong }))
process.exit(0)
