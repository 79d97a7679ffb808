/**
 * The signers of this hub: one for each branch whose device is here. A signer that cannot be opened does not stop the
 * hub; it is tried again.
 */
import { join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { activeDevices, type DeviceRow, tillsOfBranch } from '../../db/hub/devices.ts'
import { tillByUid } from '../../db/hub/door.ts'
import { factsOf } from '../../db/hub/facts.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { canonicalUids } from '../../db/hub/shared.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import { createLimit } from '../base/limit.ts'
import type { Ports } from '../base/ports.ts'
import { deviceConnection } from '../contract/hub/device.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { finishInstallation } from '../controlUnit/install.ts'
import { type Timing, timing as usualTiming } from '../queue/timing.ts'
import { seatTiming as usualSeatTiming, waitAfter } from '../signer/seat.ts'
import { openSigner, type Signer, type SignerOptions } from '../signer/signer.ts'
import { wireFact } from './wireFact.ts'

export interface SignersOptions {
  /** The hub's own. */
  folder: string
  db: HubDb
  ports: Ports
  /** Tills of the branch may read something new. */
  told(branch: number): void
  /**
   * True: the deputy may have taken over since. A signer begins once the deputy said that this is its hub; or another till,
   * after {@link deputyMs}.
   */
  asksFirst?: boolean
  /** Of the hub; absent: the first one. */
  epoch?(): number
  placeOf?: SignerOptions['placeOf']
  timing?: Timing
  seatTiming?: SignerOptions['seatTiming']
  timeouts?: SignerOptions['timeouts']
}

export interface HubSigners {
  /** Opens signers whose device came, and closes those whose device left. Never rejects. */
  look(): Promise<void>
  /** Facts came in. `branch` 0: of all branches. */
  wake(branch: number): void
  /** A till said that this is its hub. Cheap. */
  greetedBy(till: { uid: string; branch: number }, isDeputy: boolean): void
  /** True: another program took the seat of the branch. */
  isLost(branch: number): boolean
  /** undefined: it is not open. */
  signer(branch: number): Signer | undefined
  /** Ends one branch's signer, with nothing under way. */
  end(branch: number): Promise<void>
  close(): Promise<void>
}

/** Milliseconds before a signer is opened again that could not be. It doubles up to the cap. */
const [retryMs, retryCapMs] = [1_000, 60_000]

/** Milliseconds. A deputy that does not work must not keep a branch from signing. Tills tell a replaced hub in this time. */
const deputyMs = 600_000

/** Milliseconds. A till that was heard of in the last day of its branch is expected soon after the hub's start. */
const expectedMs = 86_400_000

/** Returns the uids of the tills whose signer this is, without those that nobody used for long. */
const tillsExpected = async (db: HubDb, branch: number): Promise<string[]> => {
  const tills = (await tillsOfBranch(db, branch)).filter(({ since, isEnded }) => since !== null && !isEnded)
  const last = Math.max(...tills.map(({ seenAt }) => seenAt ?? 0))
  return tills.filter(({ seenAt }) => (seenAt ?? 0) > last - expectedMs).map(({ uid }) => uid)
}

const rowOf = ({ app, connection, handed_at }: DeviceRow): ProfileRow => {
  const { name, environment, ...device } = deviceConnection.parse(JSON.parse(connection))
  return {
    id: app,
    name,
    environment,
    practice: 0,
    authority_url: device.authorityUrl,
    dialect: device.dialect,
    taxpayer_pin: device.taxpayerPin,
    branch_id: device.branchId,
    device_serial: device.serial,
    token_url: device.tokenUrl,
    apigee_app_id: device.apigeeAppId,
    created_at: handed_at,
  }
}

/** Returns an origin's facts after `after`. Items have the uids that the hub uses now. */
export const factsForSigner = async (
  db: HubDb,
  uid: string,
  after: number,
  limit: number,
): Promise<Fact[]> => {
  const origin = await tillByUid(db, uid)
  if (!origin) return []
  const facts = (await factsOf(db, origin.id, after, limit)).map(wireFact)
  const named = new Set(facts.flatMap(({ uids }) => Object.values(uids.items)))
  const canonical = await canonicalUids(db, [...named])
  return facts.map((fact) => {
    const items = Object.entries(fact.uids.items).map(([id, item]) => [id, canonical.get(item) ?? item])
    return { ...fact, uids: { ...fact.uids, items: Object.fromEntries(items) } }
  })
}

interface Seated {
  app: string
  /** undefined: it could not be opened, and is tried again. */
  signer: Signer | undefined
  failures: number
  cancel(): void
}

export const createSigners = (options: SignersOptions): HubSigners => {
  const {
    folder,
    db,
    ports,
    told,
    placeOf,
    timing = usualTiming,
    seatTiming = usualSeatTiming,
    timeouts,
    asksFirst = false,
    epoch: epochNow = () => 1,
  } = options
  const { log, clock } = ports
  const startedAt = clock.monotonic()
  /** Branches whose tills take this hub for theirs. */
  const greeted = new Set<number>()
  const tillsHeard = new Set<string>()
  const seated = new Map<number, Seated>()
  const inTurn = createLimit(1)
  let isClosed = false

  const open = async (device: DeviceRow): Promise<Signer> => {
    const epoch = epochNow()
    // A file of an earlier epoch does not know what another hub sent since.
    const dataDir = join(folder, epoch > 1 ? `signers-${epoch}` : 'signers')
    makeFolder(dataDir, 1)
    const expected = await tillsExpected(db, device.branch)
    const signer = await openSigner({
      hub: db,
      branch: device.branch,
      hubEpoch: epoch,
      factsOf: (uid, after, limit) => factsForSigner(db, uid, after, limit),
      told: () => told(device.branch),
      ...(placeOf ? { placeOf } : {}),
      dataDir,
      row: rowOf(device),
      ports,
      timing,
      seatTiming,
      awaitsTills: () =>
        clock.monotonic() - startedAt < waitAfter(seatTiming) && expected.some((uid) => !tillsHeard.has(uid)),
      ...(timeouts ? { timeouts } : {}),
    })
    await finishInstallation(signer.profile)
    return signer
  }
  const seat = async (device: DeviceRow, failures = 0): Promise<void> => {
    const { branch, app } = device
    const place: Seated = { app, signer: undefined, failures, cancel: () => undefined }
    seated.set(branch, place)
    try {
      place.signer = await open(device)
      log.info({ branch, epoch: place.signer.epoch }, 'The signer of a branch works')
    } catch (error) {
      const ms = Math.min(retryMs * 2 ** failures, retryCapMs)
      log.error(
        { err: error, branch, retryMs: ms },
        'The signer of a branch could not be opened; it is tried again',
      )
      place.failures = failures + 1
      place.cancel = clock.after(ms, () => {
        seated.delete(branch)
        look(place.failures).catch(failed)
      })
    }
  }
  const unseat = async (branch: number): Promise<void> => {
    const place = seated.get(branch)
    seated.delete(branch)
    place?.cancel()
    await place?.signer?.close()
  }
  const lookOnce = async (failures = 0): Promise<void> => {
    if (isClosed) return
    const devices = (await activeDevices(db)).filter(({ branch }) => !asksFirst || greeted.has(branch))
    const here = new Map(devices.map((device) => [device.branch, device]))
    for (const [branch, { app }] of [...seated]) if (here.get(branch)?.app !== app) await unseat(branch)
    for (const device of devices) if (!seated.has(device.branch) && !isClosed) await seat(device, failures)
  }
  const failed = (error: unknown): void =>
    log.error({ err: error }, 'The hub could not look which branches it signs for; it looks again')

  const look = async (failures = 0): Promise<void> => {
    try {
      await inTurn(() => lookOnce(failures))
    } catch (error) {
      failed(error)
      if (!isClosed) clock.after(retryMs, () => look(failures).catch(failed))
    }
  }
  return {
    look: () => look(),
    wake: (branch) => {
      for (const [of, { signer }] of seated) if (branch === 0 || branch === of) signer?.wake()
    },
    greetedBy: ({ uid, branch }, isDeputy) => {
      tillsHeard.add(uid)
      if (greeted.has(branch) || (!isDeputy && clock.monotonic() - startedAt < deputyMs)) return
      greeted.add(branch)
      if (asksFirst) look().catch(failed)
    },
    signer: (branch) => seated.get(branch)?.signer,
    isLost: (branch) => seated.get(branch)?.signer?.isLost() ?? false,
    end: (branch) => inTurn(() => unseat(branch)),
    close: () => {
      isClosed = true
      return inTurn(async () => {
        for (const branch of [...seated.keys()])
          await unseat(branch).catch((error: unknown) =>
            log.error({ err: error, branch }, 'The signer of a branch could not be closed'),
          )
      })
    },
  }
}
