/** People admit tills and end them: at the hub's own computer, or at a till of the same branch. */

import { type ActOutcome, confirmTill, type Doer, revokeTill, tillByUid } from '../../db/hub/door.ts'
import { endScreenAccountsOf } from '../../db/hub/screens.ts'
import type { CodeAnswer } from '../contract/hub/wire.ts'
import type { Door } from './door.ts'
import { Refusal } from './failures.ts'
import { renewPins } from './renewPins.ts'

const demandDone = (outcome: ActOutcome): void => {
  if (outcome === 'absent') throw new Refusal('absent')
  if (outcome === 'refused') throw new Refusal('revoked')
}

/** `branch`: the only one whose tills may be admitted; absent: any. Throws {@link Refusal}. */
export const confirm = async ({ hub }: Door, uid: string, by: Doer, branch?: number): Promise<void> => {
  const { log, clock } = hub.ports
  demandDone(await confirmTill(hub.db, uid, clock.now(), by, branch))
  log.info({ origin: uid, ...by }, 'A till was confirmed')
}

/** As {@link confirm}. Requests of the till that wait end now, and so do a code that it showed and passwords set there. */
export const revoke = async (door: Door, uid: string, by: Doer, branch?: number): Promise<void> => {
  const { hub, waits, codes } = door
  const { log, clock, ids } = hub.ports
  const at = clock.now()
  const renew = renewPins({ pepper: ids.uuid(), who: by.who, at })
  demandDone(
    await revokeTill(hub.db, uid, at, by, branch ?? null, async (tx, till) => {
      await renew(tx, till)
      await endScreenAccountsOf(tx, till.id)
    }),
  )
  const till = await tillByUid(hub.db, uid)
  if (till) {
    codes.endOf({ id: till.id, key: till.public_key })
    waits.end(till.id)
    hub.woken(till.branch)
  }
  log.info({ origin: uid, ...by }, 'A till was ended')
}

/** Makes a code that lets one till in; the earlier one ends. */
export const newCode = ({ codes, hub, addresses }: Door, by: Doer): CodeAnswer => {
  codes.make(by)
  hub.ports.log.info({ ...by }, 'A code was made')
  const shown = codes.shown()
  if (!shown) throw new Refusal('failed')
  return { ...shown, addresses: addresses() }
}
