/**
 * How a till takes its documents back from the signer of its branch, and the last till the device. It sells meanwhile. A
 * till that was killed continues with the step that it did not finish.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { till } from '../../db/profile/audit.ts'
import { awaitsSigner, takeRegistered } from '../../db/profile/handOver.ts'
import { type HubLinkRow, unlinkTill } from '../../db/profile/hubLink.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { dropDevice, storeDevice } from '../../db/profile/reference.ts'
import { writeSetting } from '../../db/profile/settings.ts'
import { type HandedDevice, handedItemsAnswer, takeBackAnswer } from '../contract/hub/device.ts'
import { nothingFoundYet } from '../queue/realign.ts'
import { realignSetting, recoveredSetting, signerFinding } from '../queue/twin.ts'
import type { LinkRequest } from './session.ts'

export interface LeavingOptions {
  db: Db
  now(): number
  /** Rejects if it is not answered with 200. */
  ask(request: LinkRequest): Promise<unknown>
  /** The device with its keys; null: this till has none. */
  device(): Promise<HandedDevice | null>
  /** Keeps the keys of the device; null: this till is to have none. */
  keepKeys(device: HandedDevice | null): Promise<void>
  /** Ends the link while nothing is sent, and the till's own queue works again. */
  end(work: () => void): Promise<void>
}

const takeItems = async ({ db, ask }: LeavingOptions): Promise<void> => {
  for (let after = ''; ; ) {
    const answer = await ask({ method: 'GET', path: `/device/items?after=${after}` })
    const { items } = handedItemsAnswer.parse(answer)
    const last = items.at(-1)
    if (!last) return
    takeRegistered(db, items)
    after = last.uid
  }
}

/** Returns how many documents the signer ends first; 0: the till works alone now. */
export const leaveSigner = async (by: LeavingOptions, link: HubLinkRow): Promise<number> => {
  const { db, ask } = by
  const until = link.leaves_at_seq ?? 0
  const body = { until }
  const answer = takeBackAnswer.parse(await ask({ method: 'POST', path: '/device/back', body }))
  if (answer.is === 'waiting') return answer.waiting
  if (awaitsSigner(db, until)) return 1
  await takeItems(by)
  const kept = await by.device()
  // The hub forgets the device only once this till has said that it has it, and tells nothing of it after that.
  if (answer.yours && answer.device) {
    storeDevice(db, answer.device.unit)
    await db.durable()
    await by.keepKeys(answer.device)
  }
  if (answer.yours) await ask({ method: 'POST', path: '/device/taken', body: {} })
  // A till that had a device of its own before has it again. The branch's one stays at the hub.
  const isOwn = answer.yours || (kept !== null && kept.unit.serial !== answer.serial)
  if (!isOwn) await by.keepKeys(null)
  await by.end(() =>
    db.transaction(() => {
      if (!isOwn) dropDevice(db)
      for (const [name, next] of Object.entries(answer.counters))
        setNextNumber(db, name, Math.max(next, nextNumber(db, name)))
      // Others have used numbers since this till sent its last document.
      writeSetting(db, recoveredSetting, null)
      writeSetting(db, realignSetting, { finding: signerFinding, ...nothingFoundYet })
      unlinkTill(db, by.now(), till)
    }),
  )
  return 0
}
