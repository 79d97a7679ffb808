/** Opens one profile: its database, its authority (real or practice) and its queue. */

import { join } from 'node:path'
import type { Anchor } from '../../db/engine/anchor.ts'
import type { JournalOptions } from '../../db/journal/journal.ts'
import { till } from '../../db/profile/audit.ts'
import { isSignedByHub } from '../../db/profile/hubLink.ts'
import { printById } from '../../db/profile/invoices.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { device, taxRates } from '../../db/profile/reference.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import { createApprovals } from '../access/approvals.ts'
import { createAudit, profileTrail } from '../audit/dailyCheck.ts'
import { createOscu, type OscuOptions } from '../authority/oscu/client.ts'
import { createPracticeControl } from '../authority/practiceControl.ts'
import { gatherEvents } from '../base/emitter.ts'
import type { Kept } from '../base/kept.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import { type Disk, unwatchedDisk } from '../disk/diskMonitor.ts'
import { defaultTaxRates, type TaxRates, taxTypes } from '../fiscal/tax.ts'
import type { LinkSwitch } from '../link/linkSwitch.ts'
import type { SharedPeople } from '../link/sharing.ts'
import { noPrinters, type Printers } from '../printing/direct/printers.ts'
import { createSpooler } from '../printing/direct/spooler.ts'
import type { Fence } from '../queue/fence.ts'
import { enforcedRates } from '../queue/rates.ts'
import { createReach } from '../queue/reach.ts'
import { createSubmitter } from '../queue/submitter.ts'
import type { Timing } from '../queue/timing.ts'
import { type Backups, createBackups, secondPlaceOf, sharedSecondPlaceOf } from '../recovery/backups.ts'
import { createComparison } from '../recovery/comparison.ts'
import { placesOf } from '../recovery/files.ts'
import { openTill } from '../recovery/openTill.ts'
import { createOwnCopies } from '../recovery/own.ts'
import { createRecovery } from '../recovery/recovery.ts'
import { deviceOf, keepKeys } from './device.ts'
import { openDay } from './openDay.ts'
import { type OpenLinkOptions, openLink } from './openLink.ts'
import type { Profile } from './profile.ts'
import { secretName } from './secretNames.ts'
import { createSending } from './sending.ts'
import { createSettingsStore } from './settings.ts'
import { createUpkeep } from './upkeep.ts'

export interface OpenProfileOptions {
  dataDir: string
  row: ProfileRow
  /** True if the profile existed before. Then a missing database must not silently become an empty shop. */
  known?: boolean
  /** Where the numbers in use are remembered outside the database. */
  numbers?: Kept
  ports: Ports
  timing: Timing
  /** Absent: none, and nothing prints. */
  printers?: Printers
  timeouts?: OscuOptions['timeouts']
  transport?: OscuOptions['transport']
  /** How the link reaches a hub; absent: HTTPS. */
  connectHub?: OpenLinkOptions['connect'] | undefined
  /** Absent: no monitor. */
  disk?: Disk
  anchor?: Anchor
  syncFile?: JournalOptions['syncFile']
  /** The date, `YYYYMMDD`, for a computer whose own date is uncertain. */
  today?: string | undefined
  /** People of the installation, while this profile shares them with its hub; absent: it never does. */
  people?: () => SharedPeople | null
  /** Of the signer of a branch. */
  fence?: Fence
  emit(event: OwnEvent): void
}

/** Milliseconds. Windows get an event of one kind at most this often. */
const eventGapMs = 100

const startPractice = async (folder: string) => {
  const { startPracticeAuthority } = await import('../authority/practice/server.ts')
  return startPracticeAuthority({ dialect: 'legacy', checks: 'strict', file: join(folder, 'practice.db') })
}

/**
 * A rate from the authority's table 04, percent. null if none is listed: a letter without a rate is not a rate of 0.
 */
const percentOf = (listed: string | null): number | null => {
  const percent = Number(listed)
  return listed?.trim() && percent >= 0 ? percent : null
}

/** Started parts of a profile, to be stopped in reverse order. A failure of one does not skip the others. */
interface Begun {
  /** Everything that sends, queries or checks. */
  work: AsyncDisposableStack
  files: AsyncDisposableStack
}

/** Opens a profile. If that fails, rejects and leaves nothing open. */
export const openProfile = async (options: OpenProfileOptions): Promise<Profile> => {
  const begun: Begun = { work: new AsyncDisposableStack(), files: new AsyncDisposableStack() }
  try {
    return await open(options, begun)
  } catch (error) {
    const { log } = options.ports
    for (const part of [begun.work, begun.files])
      await part
        .disposeAsync()
        .catch((err: unknown) => log.error({ err, profile: options.row.id }, 'a profile could not be closed'))
    throw error
  }
}

const open = async (options: OpenProfileOptions, { work, files }: Begun): Promise<Profile> => {
  const {
    dataDir,
    row,
    known = false,
    numbers,
    ports,
    timing,
    printers = noPrinters,
    timeouts,
    transport,
    disk = unwatchedDisk,
    anchor,
    syncFile,
    today,
    emit: emitNow,
  } = options
  const folder = join(dataDir, 'apps', row.id)
  const { ids, log, secrets, offThread } = ports
  const places = placesOf(dataDir, row.id)
  let backups: Backups | undefined
  let journalHasHole = false
  let link: LinkSwitch | undefined
  const wantBackup = () => {
    backups?.make('hourly').catch(() => undefined)
  }
  const { db, wantsBackup } = await openTill({
    places,
    clock: ports.clock,
    ids,
    log,
    known,
    numbers,
    anchor,
    ...(syncFile ? { syncFile } : {}),
    journalBroken: (error) => {
      log.error({ profile: row.id, err: error }, 'the journal cannot be written')
      disk.failed(error)
      journalHasHole = true
      wantBackup()
    },
  })
  const day = openDay(db, {
    clock: ports.clock,
    log,
    changed: () => {
      emit({ type: 'status.changed' })
      // Waiting rows use the new time.
      submitter.wake()
    },
    jumped: (from, to) => recovery.clockJumped(from, to),
    ask: async () => reach.note(await authority.probe()),
    timing,
  })
  const clock = { ...ports.clock, now: day.now }
  files.defer(() => db.close())
  // Closing removes the log, so its content must be in the journal by then.
  files.defer(() => db.durable())
  const practice = row.practice === 1 ? await startPractice(folder) : null
  if (practice) files.defer(practice.close)
  const gathered = gatherEvents(emitNow, { clock, atOnce: ['invoice.signed'], ms: eventGapMs })
  const emit = (event: OwnEvent): void => {
    gathered(event)
    // What changed here may be news for the hub, also a hand-over. It is read in a later turn.
    link?.wake()
  }
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
    offThread: ports.offThread,
  })
  work.defer(() => authority.close())
  const settings = createSettingsStore(db, row.name)
  const changed = () => emit({ type: 'settings.changed' })
  const recovery = createRecovery({ places, numbers, clock, ids, log, offThread, changed })
  // Registers how each part stops before it starts, because a failed start may have begun something.
  work.defer(() => recovery.watch.stop())
  recovery.watch.start()
  const reach = createReach({
    now: () => (day.uncertainty() ? null : day.now()),
    passed: () => Math.floor(clock.uptime() ?? clock.monotonic()),
    wall: ports.clock.now,
    heard: day.heard,
    changed: (cameBack) => {
      emit({ type: 'status.changed' })
      submitter.reachChanged(cameBack)
    },
  })
  const audit = createAudit({
    db,
    trail: profileTrail(db, {
      appId: row.id,
      environment: row.environment,
      taxpayerPin: row.taxpayer_pin,
      branchId: row.branch_id,
    }),
    clock,
    log,
    changed: () => emit({ type: 'settings.changed' }),
  })
  work.defer(() => audit.stop())
  audit.start()
  const submitter = createSending({
    isSignedByHub: () => isSignedByHub(db),
    // A till that works alone never loads it.
    delegated: async () => {
      const { createDelegate } = await import('../link/delegate.ts')
      return createDelegate({ db, ports: { ...ports, clock }, timing, diskFailed: disk.failed, emit })
    },
    own: () =>
      createSubmitter({
        db,
        authority,
        reach,
        ports: { ...ports, clock },
        timing,
        ready: () => device(db) !== undefined,
        fence: options.fence,
        diskFailed: disk.failed,
        twinMet: recovery.twin.met,
        realigned: (finding, result) => recovery.realigned(finding, result),
        changedOnDisk: () => comparison.hurry(),
        emit,
      }),
  })
  await submitter.begin()
  const comparison = createComparison({
    db,
    places,
    room: disk.roomToWork,
    reading: (read) => copies.reading(read),
    offThread,
    clock,
    ids,
    log,
    found: () => {
      settings.reread()
      changed()
      submitter.wake()
    },
  })
  work.defer(() => comparison.stop())
  comparison.start()
  const unreadable = settings.unreadable()
  if (unreadable.length > 0) {
    log.error(
      { profile: row.id, settings: unreadable },
      'stored settings cannot be read; their defaults are used',
    )
    comparison.hurry()
  }
  work.defer(() => submitter.stop())
  submitter.start()
  const copies = createBackups({
    db,
    folder: places.backups,
    counted: 'till',
    secondFolder: () => secondPlaceOf(row, settings.get()),
    sharedFolder: {
      folder: () => sharedSecondPlaceOf(row, settings.get()),
      isOwn: createOwnCopies(row, db),
    },
    disk,
    volume: ports.volume,
    offThread,
    clock,
    log,
    changed,
  })
  backups = copies
  work.defer(copies.stop)
  copies.start()
  if (today && day.uncertainty() && !day.give(today, till))
    log.warn({ profile: row.id, today, ...day.givable() }, 'the date given with --today is not possible')
  work.defer(() => day.stop())
  day.start()
  const spooler = createSpooler({
    db,
    printers,
    direct: ports.direct,
    clock,
    log,
    timing: timing.direct,
    changed: (printId) => {
      emit({ type: 'printJob.changed' })
      const print = printId === null ? undefined : printById(db, printId)
      if (print) emit({ type: 'invoice.changed', invoiceId: print.invoice_id })
    },
  })
  work.defer(() => spooler.stop())
  if (printers !== noPrinters) spooler.start()
  const upkeep = createUpkeep({
    db,
    schema: Object.keys(profileMigrations).at(-1) ?? '',
    days: () => settings.get().keepBodiesDays,
    copy: () => copies.make('hourly'),
    clock,
    log,
  })
  work.defer(() => upkeep.stop())
  upkeep.start()
  const opened = openLink({
    appId: row.id,
    db,
    ports: { ...ports, clock },
    people: options.people ?? (() => null),
    sending: submitter,
    authority: practice ? null : row.authority_url,
    device: () => deviceOf({ row, db, secrets }),
    keepKeys: (handed) => keepKeys({ row, secrets }, handed),
    reread: settings.reread,
    heardTime: reach.heard,
    emit,
    timing: timing.link,
    ...(options.connectHub ? { connect: options.connectHub } : {}),
  })
  link = opened
  work.defer(opened.stop)
  // Only a new copy covers the time between an older copy and now.
  if (wantsBackup || journalHasHole) wantBackup()
  return {
    id: row.id,
    row,
    db,
    ports: { ...ports, clock },
    timing,
    authority,
    reach,
    submitter,
    backups,
    disk,
    audit,
    recovery,
    printers,
    spooler,
    practice: practice ? createPracticeControl(practice.controlUrl) : null,
    link: opened,
    emit,
    settings: settings.get,
    approvals: createApprovals(clock, ids),
    saveSettings: (change, who) => {
      const saved = settings.save(change, { who, at: clock.now() })
      emit({ type: 'settings.changed' })
      return saved
    },
    taxRates: () => {
      const rates: TaxRates = { ...defaultTaxRates }
      const table = new Map(taxRates(db).map(({ code, user_defined_1 }) => [code, percentOf(user_defined_1)]))
      // Rates that the authority enforces take precedence over those it lists (`authority §2.3`: one sandbox wants E
      // at 0).
      const enforced = enforcedRates(db)
      for (const letter of taxTypes) {
        rates[letter] = enforced[letter] ?? table.get(letter) ?? rates[letter]
      }
      return rates
    },
    now: clock.now,
    day,
    stop: () => work.disposeAsync(),
    close: () => files.disposeAsync(),
  }
}
