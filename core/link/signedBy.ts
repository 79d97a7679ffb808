/** Who talks to the authority for a till. */
import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow } from '../../db/profile/hubLink.ts'

/** True if the signer of the branch talks to the authority for this till, or will once the hub has answered. */
export const isSignedByHub = (db: Pick<Db, 'first'>): boolean => {
  const link = hubLinkRow(db)
  return link?.signs === 1 || typeof link?.closed_at_seq === 'number'
}
