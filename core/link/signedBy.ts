/** Who talks to the authority for a till. */
import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow } from '../../db/profile/hubLink.ts'

/** True if the signer of the branch, at its hub, talks to the authority for this till. */
export const isSignedByHub = (db: Pick<Db, 'first'>): boolean => hubLinkRow(db)?.signs === 1
