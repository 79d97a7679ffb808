/** A till leaves its documents to the signer: the signer takes over what the till had registered with its own device. */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { codesOf, countersOf, type HandedItem, handedItems, type TillOfBranch } from '../../db/hub/devices.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import type { Levels } from '../../db/hub/signers.ts'
import {
  insertItem,
  itemByAuthorityCode,
  itemById,
  itemByUid,
  moveAuthorityOnHand,
  updateItem,
} from '../../db/profile/items.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { lastSubmission, registrationOf } from '../../db/profile/registrations.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { owedSince, type TakenFrom, tookOver } from '../../db/profile/taken.ts'
import type { Log } from '../base/ports.ts'
import { isOpen } from '../queue/enqueue.ts'
import { type Epochs, keepHandedLevel } from './contained.ts'
import { madeFrom, masterOf } from './items.ts'
import { levelsOfItems } from './publish.ts'

/** Items in a transaction. */
const atOnce = 25
/** The setting of a file that has the codes of the branch's items. */
const codesSetting = 'codesTaken'
/** True if another file of the branch's signer had registered items. What it had sent of them is not known here. */
export const isMadeAnew = (db: Db): boolean => readSetting(db, codesSetting) === 'some'
/** The setting with the last submission of before another signer signed. */
const beforeSetting = 'beforeAnotherSigner'
/** Returns its id; 0: no other one signed. What was accepted up to it may have been changed by the other one. */
export const lastBeforeAnother = (db: Db): number => (readSetting(db, beforeSetting) ?? 0) as number
/** Another signer signed meanwhile, and may have registered items under codes that this file would give to others. */
export const takeCodesAgain = (db: Db): void => {
  writeSetting(db, codesSetting, false)
  writeSetting(db, beforeSetting, lastSubmission(db))
}

export interface Joining {
  db: Db
  hub: HubDb
  log: Log
  now(): number
  /** Tells the hub what the authority has of items. */
  publish(levels: Levels): Promise<void>
  epochs: Epochs
  stopped(): boolean
}

const insert = ({ db, log, now }: Joining, { uid, code, body }: HandedItem): number | undefined => {
  const master = masterOf(body)
  if (!master) {
    log.warn({ item: uid }, 'the catalogue lacks an item that a till had registered')
    return undefined
  }
  return insertItem(db, { ...madeFrom(db, { ...master, code: master.code ?? code }, now()), uid })
}

/**
 * Another till may have registered it under another code: what that one says counts, as it came first. `till` null: a
 * signer of the branch registered it. Then the code also counts before our own that the authority does not have yet.
 */
const takeItem = (joining: Joining, handed: HandedItem, till: string | null = null): void => {
  const { db } = joining
  const { uid, code, onHand, ofBranch } = handed
  const isSigners = till === null
  const id = itemByUid(db, uid) ?? insert(joining, handed)
  const item = id === undefined ? undefined : itemById(db, id)
  if (!item) return
  const holder = itemByAuthorityCode(db, code)
  const other = holder?.id === item.id ? undefined : holder
  const isRegistered = item.registration === 'registered'
  const isOurs = isRegistered && item.authority_code === code
  // Another till has said already what the branch has.
  if (isOurs && ofBranch) {
    if (till !== null) keepHandedLevel(db, { ...handed, till }, false)
    return
  }
  if (!isOurs) {
    const isFree = isSigners
      ? other?.registration !== 'registered'
      : !other && !isOpen(registrationOf(db, item.id))
    if (isRegistered || !isFree) return
    // The other item was not registered. It gets the next code when its turn comes.
    if (other) updateItem(db, other.id, { authority_code: null })
    updateItem(db, item.id, { authority_code: code, registration: 'registered' })
  }
  if (ofBranch && till !== null) keepHandedLevel(db, { ...handed, till }, true)
  moveAuthorityOnHand(db, item.id, onHand)
}

const levelsNow = ({ db, epochs }: Joining, items: readonly HandedItem[]): Levels =>
  levelsOfItems(
    db,
    items.flatMap(({ uid }) => {
      const id = itemByUid(db, uid)
      return (id === undefined ? undefined : itemById(db, id)) ?? []
    }),
    epochs,
  )

/**
 * Gives items the codes that another file of the branch's signer registered. Tills may give one code to different goods,
 * so this file would give some of them the code of another. Does nothing but once for a file, and after
 * {@link takeCodesAgain}.
 */
export const takeCodes = async (joining: Joining, branch: number): Promise<void> => {
  const { db, hub } = joining
  for (let after: string | null = null; !joining.stopped() && !readSetting(db, codesSetting); ) {
    const items = await codesOf(hub, branch, after, atOnce)
    const last = items.at(-1)
    if (!last) return db.transaction(() => writeSetting(db, codesSetting, after === null ? 'none' : 'some'))
    db.transaction(() => {
      for (const item of items) takeItem(joining, { ...item, onHand: 0, ofBranch: false, contained: null })
    })
    after = last.uid
    await setImmediate()
  }
}

/** Takes over what a till had. After a crash it continues with the next item. */
export const takeOverFrom = async (
  joining: Joining,
  { uid, since }: TillOfBranch & { since: number },
  { id, handed }: TakenFrom,
): Promise<void> => {
  const { db, hub } = joining
  for (let after = handed; !joining.stopped(); ) {
    const items = await handedItems(hub, uid, after, atOnce)
    const last = items.at(-1)
    if (!last) break
    const levels = db.transaction(() => {
      for (const item of items) takeItem(joining, item, uid)
      tookOver(db, id, last.uid)
      return levelsNow(joining, items)
    })
    await joining.publish(levels)
    after = last.uid
    await setImmediate()
  }
  if (joining.stopped()) return
  const counters = await countersOf(hub, uid)
  db.transaction(() => {
    for (const [name, next] of Object.entries(counters))
      setNextNumber(db, name, Math.max(next, nextNumber(db, name)))
    owedSince(db, id, since)
  })
}
