/** Opens one app: its database, its authority (the practice one where that is its kind), its queue. */
import { join } from 'node:path'
import { appMigrations } from '../db/app/migrations/index.ts'
import { device, taxRates } from '../db/app/reference.ts'
import type { JournalOptions } from '../db/journal.ts'
import { migrate } from '../db/migrate.ts'
import { rollForward } from '../db/rollForward.ts'
import { openDb } from '../db/sqlite.ts'
import type { AppRow } from '../db/workspace/queries.ts'
import type { App, OwnEvent } from './app.ts'
import { createAudit } from './audit.ts'
import { createOscu, type OscuOptions } from './authority/oscu/client.ts'
import { createBackups } from './backups.ts'
import { type Disk, unwatchedDisk } from './disk.ts'
import { gatherEvents } from './events.ts'
import { defaultTaxRates, type TaxRates, taxTypes } from './fiscal/tax.ts'
import type { Ports } from './ports.ts'
import { createPracticeControl } from './practiceControl.ts'
import { enforcedRates } from './queue/rates.ts'
import { createReach } from './queue/reach.ts'
import { createSubmitter } from './queue/submitter.ts'
import type { Timing } from './queue/timing.ts'
import { createSettingsStore } from './settings.ts'

export interface OpenAppOptions {
  dataDir: string
  row: AppRow
  ports: Ports
  timing: Timing
  timeouts?: OscuOptions['timeouts']
  transport?: OscuOptions['transport']
  /** Absent: nobody watches it. */
  disk?: Disk
  syncFile?: JournalOptions['syncFile']
  emit(event: OwnEvent): void
}

/** Windows hear of the same kind of thing at most so often; milliseconds. */
const eventGapMs = 100

/** Names under which an app's secrets are kept. */
export const secretName = {
  cmcKey: (appId: string) => `app.${appId}.cmcKey`,
  consumerKey: (appId: string) => `app.${appId}.consumerKey`,
  consumerSecret: (appId: string) => `app.${appId}.consumerSecret`,
}

/** Differences below this are a slow answer, not a wrong clock; milliseconds. */
const clockToleranceMs = 60_000

const startPractice = async (folder: string) => {
  const { startPracticeAuthority } = await import('./authority/practice/server.ts')
  return startPracticeAuthority({ dialect: 'legacy', checks: 'strict', file: join(folder, 'practice.db') })
}

export const openApp = async ({
  dataDir,
  row,
  ports,
  timing,
  timeouts,
  transport,
  disk = unwatchedDisk,
  syncFile,
  emit: emitNow,
}: OpenAppOptions): Promise<App> => {
  const folder = join(dataDir, 'apps', row.id)
  const { clock, log, secrets } = ports
  const db = openDb(join(folder, 'till.db'))
  const journalFolder = join(dataDir, 'journal', row.id)
  const wantBackup = () => void backups.make('hourly').catch(() => undefined)
  const bringUpToDate = async () => {
    const ahead = await rollForward(db, { folder: journalFolder, migrations: appMigrations })
    if (ahead.count > 0) log.warn({ app: row.id, ...ahead }, 'the journal was ahead of the database')
    if (ahead.reason !== null) log.error({ app: row.id, ...ahead }, 'the journal does not reach the present')
    await migrate(db, appMigrations, {
      backupTo: join(dataDir, 'backups', row.id, `before-upgrade-${clock.now()}.db`),
    })
    db.startJournal({
      folder: journalFolder,
      schema: Object.keys(appMigrations).at(-1) ?? '',
      now: clock.now,
      ...(syncFile ? { syncFile } : {}),
      broken: (error) => {
        log.error({ app: row.id, err: error }, 'the journal cannot be written')
        disk.failed(error)
        wantBackup()
      },
    })
    return { ahead, practice: row.practice === 1 ? await startPractice(folder) : null }
  }
  const { ahead, practice } = await bringUpToDate().catch((error: unknown) => {
    db.close()
    throw error
  })
  const emit = gatherEvents(emitNow, { clock, atOnce: ['invoice.signed'], ms: eventGapMs })
  const authority = createOscu({
    dialect: row.dialect,
    baseUrl: practice?.url ?? row.authority_url,
    taxpayerPin: row.taxpayer_pin,
    branchId: row.branch_id,
    deviceSerial: () => device(db)?.serial ?? row.device_serial,
    cmcKey: () => secrets.get(secretName.cmcKey(row.id)),
    ...(row.dialect === 'gateway' && row.token_url && row.apigee_app_id
      ? {
          gateway: {
            tokenUrl: row.token_url,
            apigeeAppId: row.apigee_app_id,
            credentials: async () => {
              const consumerKey = await secrets.get(secretName.consumerKey(row.id))
              const consumerSecret = await secrets.get(secretName.consumerSecret(row.id))
              return consumerKey && consumerSecret ? { consumerKey, consumerSecret } : null
            },
          },
        }
      : {}),
    ...(timeouts ? { timeouts } : {}),
    ...(transport ? { transport } : {}),
    clock,
    log,
  })
  const settings = createSettingsStore(db, row.name)
  const reach = createReach(clock, (cameBack) => {
    emit({ type: 'status.changed' })
    submitter.reachChanged(cameBack)
  })
  const audit = createAudit({
    db,
    expected: { appId: row.id, environment: row.environment },
    clock,
    log,
    changed: () => emit({ type: 'settings.changed' }),
  })
  audit.start()
  const submitter = createSubmitter({
    db,
    authority,
    reach,
    ports,
    timing,
    ready: () => device(db) !== undefined,
    diskFailed: disk.failed,
    emit,
  })
  submitter.start()
  const backups = createBackups({
    db,
    folder: join(dataDir, 'backups', row.id),
    secondFolder: () => settings.get().backupFolder,
    disk,
    volume: ports.volume,
    clock,
    log,
    changed: () => emit({ type: 'settings.changed' }),
  })
  backups.start()
  // What lies between an older backup and now can be had from this one only.
  if (ahead.reason !== null || ahead.behind) wantBackup()
  return {
    id: row.id,
    row,
    db,
    ports,
    timing,
    authority,
    reach,
    submitter,
    backups,
    disk,
    audit,
    practice: practice ? createPracticeControl(practice.controlUrl) : null,
    emit,
    settings: settings.get,
    saveSettings: (change, who) => {
      const saved = settings.save(change, { who, at: clock.now() })
      emit({ type: 'settings.changed' })
      return saved
    },
    taxRates: () => {
      const rates: TaxRates = { ...defaultTaxRates }
      const table = new Map(taxRates(db).map(({ code, user_defined_1 }) => [code, Number(user_defined_1)]))
      // What the authority has enforced counts more than what it lists (authority §2.3: one sandbox wants E at 0).
      const enforced = enforcedRates(db)
      for (const letter of taxTypes) {
        const listed = table.get(letter)
        rates[letter] =
          enforced[letter] ?? (listed === undefined || Number.isNaN(listed) ? rates[letter] : listed)
      }
      return rates
    },
    now: () => {
      const difference = reach.state().clockDifferenceMs ?? 0
      return clock.now() + (Math.abs(difference) > clockToleranceMs ? difference : 0)
    },
    stop: async () => {
      audit.stop()
      await submitter.stop()
      await backups.stop()
      await authority.close()
    },
    close: async () => {
      await practice?.close()
      db.close()
    },
  }
}
