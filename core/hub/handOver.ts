/** How a till hands its device to the hub, and leaves its documents to the signer. Each step may come again. */
import type { z } from 'zod'
import {
  activateDevice,
  type DeviceRow,
  delegate,
  delegateAncestors,
  deviceOf,
  keepDevice,
  lastDevice,
  tillByOrigin,
} from '../../db/hub/devices.ts'
import { isActive } from '../../db/hub/door.ts'
import { factHeads } from '../../db/hub/facts.ts'
import { beforeEverySigner, storeOutcomes, type TellOutcome } from '../../db/hub/signers.ts'
import {
  type DeviceUnit,
  type delegateRequest,
  deviceConnection,
  deviceUnit,
  type Ended,
  type HandedDevice,
} from '../contract/hub/device.ts'
import type { Hello } from '../contract/hub/wire.ts'
import { secretName } from '../profile/secretNames.ts'
import { appFor, keepKeys } from './deviceKeys.ts'
import type { Caller } from './door.ts'
import { Refusal } from './failures.ts'
import type { Hub } from './openHub.ts'

/** A device whose till never left its documents to it is that till's own affair. */
export const signerView = async (
  { db, signers }: Hub,
  { id, uid, branch }: Caller,
): Promise<Hello['signer']> => {
  const device = await deviceOf(db, branch)
  if (!device || (device.active_at === null && device.origin !== id))
    return { state: 'none', epoch: 0, authority: null, since: null, again: false, joined: false }
  const till = await tillByOrigin(db, branch, uid)
  const since = till?.until === null ? till.since : null
  const signer = signers.signer(branch)
  return {
    since,
    joined: since !== null && signer?.hasJoined(uid, since) === true,
    again: till?.since == null,
    state: signers.isLost(branch) ? 'elsewhere' : 'hub',
    epoch: signer?.epoch ?? 0,
    authority: deviceConnection.parse(JSON.parse(device.connection)).authorityUrl,
  }
}

const demandSame = ({ environment }: Hub, { branchCode }: Caller, { connection }: HandedDevice): void => {
  if (connection.environment !== environment || connection.branchId !== branchCode)
    throw new Refusal('malformed')
}

/** Seconds. The till that took the device back must be on to fetch the keys. */
const keysWaitSeconds = 30
/** True if another till took the device back and has not fetched its keys yet. The authority gives them only once. */
const isAwaited = async (
  { db, ports }: Hub,
  till: Caller,
  { origin, returned_at, app }: DeviceRow,
): Promise<boolean> =>
  returned_at !== null &&
  origin !== null &&
  origin !== till.id &&
  (await ports.secrets.get(secretName.identity(app))) !== null &&
  (await isActive(db, origin))

/** Keeps a device: its secrets among the hub's, the rest in the database. A device that signs already stays. */
export const takeDevice = async (hub: Hub, till: Caller, handed: HandedDevice): Promise<void> => {
  const { db, ports } = hub
  demandSame(hub, till, handed)
  const { connection } = handed
  const before = await lastDevice(db, till.branch)
  if (before && (await isAwaited(hub, till, before))) throw new Refusal('busy', keysWaitSeconds)
  const isHere = before !== undefined && before.returned_at === null
  if (isHere && before.active_at !== null) return
  const isAgain = isHere && before.connection === JSON.stringify(connection)
  const app = isAgain ? before.app : appFor(hub.id, before, till.branch, connection.serial)
  await keepKeys(ports.secrets, app, handed)
  await keepDevice(db, {
    branch: till.branch,
    app,
    origin: till.id,
    connection: JSON.stringify(connection),
    handed_at: ports.clock.now(),
  })
  if (isHere && before.app !== app) await removeKeys(hub, before.app)
  ports.log.info({ till: till.name, branch: till.branchCode }, 'A till handed over its device')
}

export const removeKeys = async ({ ports: { secrets } }: Hub, app: string): Promise<void> => {
  for (const name of Object.values(secretName)) await secrets.remove(name(app))
}

const unitOf = async ({ ports }: Hub, app: string): Promise<DeviceUnit> => {
  const kept = await ports.secrets.get(secretName.identity(app))
  if (kept === null) throw new Error('The key of the branch’s device is gone')
  return deviceUnit.parse((JSON.parse(kept) as { unit: unknown }).unit)
}

/**
 * Keeps how documents of a till ended, as an earlier hub told it. What a signer told here counts before that; a copied till's
 * documents are passed over.
 */
export const takeEnded = async (
  { db }: Hub,
  { id, uid, name, branch }: Caller,
  ended: readonly Ended[],
): Promise<void> => {
  const facts = await factHeads(
    db,
    id,
    ended.map(({ seq }) => seq),
  )
  const outcomes = ended.flatMap(({ seq, outcome }): TellOutcome[] => {
    const fact = facts.get(seq)
    const { state, number, hash } = outcome
    if (!fact || state === 'held' || fact.hash !== hash) return []
    const isInvoice = fact.kind === 'sale' || fact.kind === 'creditNote'
    // Its signature is in the till's trail.
    const invoice =
      isInvoice && fact.row_id !== null ? { id: fact.row_id, state, number, signed: null } : null
    return [{ origin: uid, name, seq, body: JSON.stringify(outcome), hash, settled: true, invoice }]
  })
  await storeOutcomes(db, { branch, epoch: beforeEverySigner }, outcomes, new Map())
}

/** The signer owes what the till's facts after `since` owe. null: the hub has no device of the branch. */
export const takeDelegation = async (
  hub: Hub,
  { id, uid, branch, name }: Caller,
  { since, counters, serial, before, closedBy }: z.infer<typeof delegateRequest>,
): Promise<DeviceUnit | null> => {
  const { db, ports, signers, epoch } = hub
  const device = await deviceOf(db, branch)
  if (!device) return null
  const unit = await unitOf(hub, device.app)
  const now = ports.clock.now()
  const { 'authority.sales': _, ...others } = counters
  const isOtherDevice = serial !== undefined && serial !== unit.serial
  await db.transaction().execute(async (tx) => {
    await delegate(tx, uid, { since, counters: isOtherDevice ? others : counters, now, epoch, before })
    await delegateAncestors(tx, id, { since, now, epoch, before, closedBy })
    await activateDevice(tx, { branch, origin: id, now })
  })
  ports.log.info({ till: name, since }, 'A till leaves its documents to the signer')
  await signers.look()
  signers.wake(branch)
  return unit
}
