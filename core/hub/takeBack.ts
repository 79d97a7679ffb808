/**
 * A till takes its documents back from the signer, and the last till of a branch the device. The signer ends first what the
 * till left to it. Each step may come again.
 */
import { setImmediate } from 'node:timers/promises'
import { dropDeputy } from '../../db/hub/deputies.ts'
import {
  countersOf,
  deviceOf,
  endDelegation,
  isOtherDelegated,
  keepHanded,
  returnDevice,
  returnedTo,
} from '../../db/hub/devices.ts'
import { authorityCounters, registeredItems } from '../../db/profile/handOver.ts'
import {
  deviceConnection,
  type HandedDevice,
  handedAtOnce,
  type TakeBackAnswer,
} from '../contract/hub/device.ts'
import { secretName } from '../profile/secretNames.ts'
import type { Signer } from '../signer/signer.ts'
import type { Caller } from './door.ts'
import { Refusal } from './failures.ts'
import { removeKeys } from './handOver.ts'
import type { Hub } from './openHub.ts'

type Ended = Extract<TakeBackAnswer, { is: 'ended' }>

export const keysOf = async (
  { ports: { secrets } }: Hub,
  app: string,
  connection: string,
): Promise<HandedDevice | null> => {
  const kept = await secrets.get(secretName.identity(app))
  if (kept === null) return null
  const { cmcKey, deviceId, unit } = JSON.parse(kept)
  const consumerKey = await secrets.get(secretName.consumerKey(app))
  const consumerSecret = await secrets.get(secretName.consumerSecret(app))
  const gateway = consumerKey !== null && consumerSecret !== null ? { consumerKey, consumerSecret } : null
  return {
    connection: deviceConnection.parse(JSON.parse(connection)),
    unit,
    keys: { cmcKey, deviceId, gateway },
  }
}

/** What the signer had registered, for the till that continues alone. */
const keepRegistered = async ({ db }: Hub, { id }: Caller, { profile }: Signer): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const items = registeredItems(profile.db, after, handedAtOnce, false)
    if (items.length === 0) return
    await keepHanded(db, id, items, { isFirst: after === null, ofBranch: false })
    after = items.at(-1)?.uid ?? null
    await setImmediate()
  }
}

const ended = async (hub: Hub, till: Caller): Promise<Ended> => {
  const device = await returnedTo(hub.db, till.branch, till.id)
  const here = await deviceOf(hub.db, till.branch)
  return {
    is: 'ended',
    serial: here ? deviceConnection.parse(JSON.parse(here.connection)).serial : null,
    yours: device !== undefined,
    device: device ? await keysOf(hub, device.app, device.connection) : null,
    counters: await countersOf(hub.db, till.uid),
  }
}

/** Ends the signer of a branch, and gives its device to the last till. */
const giveBack = async (hub: Hub, till: Caller, signer: Signer): Promise<void> => {
  const { db, ports, signers } = hub
  const counters = authorityCounters(signer.profile.db)
  await signers.end(till.branch)
  await returnDevice(db, { branch: till.branch, origin: till.id, counters, now: ports.clock.now() })
  ports.log.info({ till: till.name, branch: till.branchCode }, 'A till took the device of its branch back')
}

export const takeBack = async (hub: Hub, till: Caller, until: number): Promise<TakeBackAnswer> => {
  const { db, signers } = hub
  const device = await deviceOf(db, till.branch)
  const from = await endDelegation(db, till.id, until)
  await dropDeputy(db, till.id)
  // It was handed over, and its till never left its documents to it.
  if (device && device.active_at === null && device.origin === till.id)
    await returnDevice(db, { branch: till.branch, origin: till.id, counters: {}, now: hub.ports.clock.now() })
  if (!device || device.active_at === null || from === null) return ended(hub, till)
  const signer = signers.signer(till.branch)
  // It is opened again soon.
  if (!signer) throw new Refusal('busy', 2)
  signers.wake(till.branch)
  const isLast = !(await isOtherDelegated(db, till.branch, till.id))
  const waiting =
    (await signer.waiting({ uid: till.uid, upTo: from })) + (isLast ? await signer.waiting(null) : 0)
  if (waiting > 0) return { is: 'waiting', waiting }
  await keepRegistered(hub, till, signer)
  if (isLast) await giveBack(hub, till, signer)
  return ended(hub, till)
}

/** The till has the key. */
export const forgetDevice = async (hub: Hub, till: Caller): Promise<void> => {
  const device = await returnedTo(hub.db, till.branch, till.id)
  if (device) await removeKeys(hub, device.app)
}
