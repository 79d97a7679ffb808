/** What the end of a till means for the PINs that were typed there: it was stolen, perhaps. */
import { addPepper } from '../../db/hub/peppers.ts'
import { type HubTx, lockShared, peopleOfTill, putShared, sharedPeople } from '../../db/hub/shared.ts'
import { versionOf } from '../contract/hub/shared.ts'

/**
 * Gives the branch another pepper. People who worked at the till choose a new PIN at their next sign-in elsewhere. `pepper`:
 * a new name.
 */
export const renewPins =
  ({ pepper, who, at }: { pepper: string; who: string; at: number }) =>
  async (tx: HubTx, till: { id: number; branch: number }): Promise<void> => {
    await lockShared(tx)
    await addPepper(tx, till.branch, pepper)
    const used = new Set(await peopleOfTill(tx, till))
    for (const { changed: _, authors, ...row } of await sharedPeople(tx, till.branch))
      if (used.has(row.uid))
        await putShared(tx, {
          ...row,
          body: { ...row.body, pin_renew: 1 },
          versions: { ...row.versions, pin_renew: versionOf(row.versions, 'pin_renew') + 1 },
          authors: { ...authors, pin_renew: { origin: null, who, at } },
        })
  }
