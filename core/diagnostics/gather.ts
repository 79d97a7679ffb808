/**
 * Collects what support needs, without personal data: each field is chosen by name, nothing is copied completely.
 * Databases are read while others use them; a part that cannot be read is reported instead.
 */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { cpus, freemem, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { openReadOnly, type ReadOnlyDb } from '../../db/engine/readOnly.ts'
import { problemsIn } from '../../db/integrity/inspect.ts'
import { countRows } from '../../db/profile/backupCounts.ts'
import {
  deviceIsInitialised,
  failedAttempts,
  oldestOpenPerLane,
  pausedLanes,
  queueCounts,
  troubledSubmissions,
} from '../../db/profile/diagnosis.ts'
import { readSettings } from '../../db/profile/settings.ts'
import { type ProfileRow, profiles } from '../../db/workspace/queries.ts'
import { isLoopback } from '../base/loopback.ts'
import { remedy } from '../contract/queue.ts'
import { settings as settingsSchema } from '../contract/workspace.ts'
import { logFile } from '../platform/dataFolder.ts'
import { defaultSettings } from '../profile/settings.ts'
import { workspaceFile } from '../workspace/openWorkspaceDb.ts'
import { codeOf, lastLogLines } from './logLines.ts'

export interface GatherOptions {
  dataDir: string
  version: string
  /** Epoch milliseconds. */
  now: number
}

/** Rows per kind, enough to see a pattern. */
const mostRows = 100
const mostLogLines = 400

const readme = [
  'Kaunta made this file for the person who helps with the till. Read it before you pass it on: it holds only what you see.',
  'In it: versions of the program and the computer; settings that are not about anybody; how much waits for the tax authority, since when,',
  'and what the last failures were; the end of the program’s log; sizes and state of the databases, free space, and the backups there are.',
  'Not in it: names of the shop, its people, customers, suppliers and goods; taxpayer PINs, telephone numbers, addresses; prices and amounts;',
  'invoices, receipts and what was sent to the authority; API keys, PINs and every other secret; names of the computer and its folders.',
  'Texts of the authority and of errors are not in it either: it has their codes, and the places in the program.',
]

const unreadable = (error: unknown): { unreadable: string } => {
  return { unreadable: codeOf(error) ?? 'error' }
}

/** Returns the result, or the error text. */
const attempt = <T>(work: () => T): T | { unreadable: string } => {
  try {
    return work()
  } catch (error) {
    return unreadable(error)
  }
}

const withDb = <T>(file: string, work: (db: ReadOnlyDb) => T) =>
  attempt(() => {
    const db = openReadOnly(file)
    try {
      return work(db)
    } finally {
      db.close()
    }
  })

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** SQLite's own texts may quote a row, so only their number is kept. */
const checkOf = (file: string) =>
  attempt(() => {
    const problems = problemsIn(file, { depth: 'quick' })
    return { problems: problems === null ? 0 : problems.split('; ').length }
  })

const databaseOf = (file: string) => ({
  bytes: sizeOf(file),
  walBytes: sizeOf(`${file}-wal`),
  ...withDb(file, (db) => ({
    sqlite: db.sqliteVersion(),
    journalMode: db.pragma('journal_mode'),
    pageSize: db.pragma('page_size'),
    pages: db.pragma('page_count'),
    freePages: db.pragma('freelist_count'),
  })),
  check: checkOf(file),
})

/** Settings about how the till works, without data of the shop. */
const settingsOf = (db: ReadOnlyDb) => {
  const kept = settingsSchema.partial().safeParse(readSettings(db))
  if (!kept.success) return { unreadable: 'settings' }
  const all = { ...defaultSettings('till'), ...kept.data }
  return {
    paper: all.paper,
    printer: all.printer?.kind,
    printAtOnce: all.printAtOnce,
    sounds: all.sounds,
    scanner: all.scanner,
    scaleRules: all.scaleRules?.length,
    scale: all.scale?.protocol,
    hasPole: all.pole !== null,
    deadlineHours: all.deadlineHours,
    blockBelowStock: all.blockBelowStock,
    cashierDiscount: all.cashierDiscount,
    hasSecondBackupFolder: all.backupFolder !== '',
    keepBodiesDays: all.keepBodiesDays,
  }
}

const code = (value: string | null): string | null =>
  value !== null && /^\w{1,6}$/.test(value) ? value : null

const queueOf = (db: ReadOnlyDb, now: number) => {
  const seconds = (at: number | null) => (at === null ? null : Math.round((now - at) / 1000))
  return {
    counts: queueCounts(db),
    oldestSeconds: Object.fromEntries(oldestOpenPerLane(db).map(({ lane, at }) => [lane, seconds(at)])),
    paused: pausedLanes(db)
      .filter(({ paused_reason }) => paused_reason !== null)
      .map(({ name, paused_reason, paused_at }) => ({
        lane: name,
        reason: paused_reason,
        forSeconds: seconds(paused_at),
      })),
    troubled: troubledSubmissions(db, mostRows).map((row) => ({
      id: row.id,
      kind: row.kind,
      lane: row.lane,
      state: row.state,
      attempts: row.attempts,
      waitsForOthers: row.blockers,
      ageSeconds: seconds(row.created_at),
      lastTriedSeconds: seconds(row.last_tried_at),
      code: code(row.last_code),
      remedy: attempt(() => remedy.safeParse(JSON.parse(row.remedy ?? '{}').remedy).data ?? null),
    })),
    failedTries: failedAttempts(db, mostRows).map((row) => ({
      document: row.submission_id,
      kind: row.kind,
      lane: row.lane,
      action: row.action,
      agoSeconds: seconds(row.started_at),
      durationMs: row.duration_ms,
      outcome: row.outcome,
      code: code(row.code),
      httpStatus: row.http_status,
    })),
  }
}

const backupName = /^(\d{14}-\w{1,12}(\.\d+)?|before-upgrade-\d+)\.db(\.zst)?$/

const backupsOf = (folder: string) =>
  attempt(() => {
    const names = existsSync(folder) ? readdirSync(folder) : []
    return {
      files: names
        .filter((name) => backupName.test(name))
        .toSorted()
        .map((name) => ({ name, bytes: sizeOf(join(folder, name)) })),
      others: names.filter((name) => !backupName.test(name)).length,
    }
  })

const authorityOf = ({ practice, authority_url }: ProfileRow) => {
  if (practice === 1) return 'practice'
  const { protocol, hostname } = new URL(authority_url)
  return `${protocol}// ${isLoopback(hostname) ? 'on this computer' : 'elsewhere'}`
}

const profileOf = (row: ProfileRow, { dataDir, now }: GatherOptions) => {
  const file = join(dataDir, 'apps', row.id, 'till.db')
  return {
    id: row.id,
    environment: row.environment,
    dialect: row.dialect,
    authority: attempt(() => authorityOf(row)),
    createdAt: new Date(row.created_at).toISOString(),
    initialised: withDb(file, deviceIsInitialised),
    settings: withDb(file, settingsOf),
    queue: withDb(file, (db) => queueOf(db, now)),
    newestIds: withDb(file, countRows),
    database: databaseOf(file),
    backups: backupsOf(join(dataDir, 'backups', row.id)),
  }
}

const diskOf = (dataDir: string) =>
  attempt(() => {
    const { bavail, blocks, bsize } = statfsSync(dataDir)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  })

/** Returns plain data for JSON. Reads whole databases: run it in its own thread. Never throws. */
export const gatherDiagnostics = (options: GatherOptions) => {
  const { dataDir, version, now } = options
  const file = workspaceFile(dataDir)
  const rows = withDb(file, (db) => profiles(db))
  return {
    readme,
    madeAt: new Date(now).toISOString(),
    program: {
      kaunta: version,
      node: process.versions.node,
      electron: process.versions['electron'] ?? null,
      v8: process.versions.v8,
    },
    computer: {
      platform: process.platform,
      release: release().slice(0, 60),
      architecture: process.arch,
      processors: cpus().length,
      memoryBytes: totalmem(),
      freeMemoryBytes: freemem(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    disk: diskOf(dataDir),
    workspace: databaseOf(file),
    profiles: Array.isArray(rows) ? rows.map((row) => profileOf(row, options)) : rows,
    log: lastLogLines(logFile(dataDir), mostLogLines),
  }
}
