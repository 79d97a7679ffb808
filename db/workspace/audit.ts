/**
 * The installation's own audit trail: who may work here, who was here, and what other software may do. The same chain as a
 * profile's (`../profile/audit.ts`), in the table `audit` of `workspace.db`. PINs and keys are never in it.
 */
import { randomUUID } from 'node:crypto'
import { type Db, openDb } from '../engine/sqlite.ts'
import { audit, auditUsed, till } from '../profile/audit.ts'
import type { InstallationKind } from '../profile/schema.ts'
import { users } from './queries.ts'

/** What its first row says in place of a profile's environment. */
export const installation = 'installation'

export interface Deed {
  /** Epoch milliseconds. */
  at: number
  kind: InstallationKind
  /** The person, profile or key, as it was called then. */
  subject: string
  /** Id of a person or a key, `nobody`, `command`, `start`, or Kaunta itself. */
  who: string
  /** What else there is to it; with the id of the subject. */
  content: object
}

/** The first row, with the people who were there before. Nothing when there has been one. */
export const beginInstallationAudit = (db: Db, at: number): void => {
  if (auditUsed(db) > 0) return
  const people = users(db).map(({ id, name, role, active }) => ({ id, name, role, active }))
  audit(db, {
    at,
    kind: 'begun',
    subject: randomUUID(),
    row_id: null,
    who: till,
    content: JSON.stringify({ environment: installation, people }),
  })
}

/** Writes down one thing. Call inside the transaction that does it. */
export const note = (db: Db, { content, ...deed }: Deed): void => {
  // The command `keys` may be the first to write after an upgrade.
  beginInstallationAudit(db, deed.at)
  audit(db, { ...deed, row_id: null, content: JSON.stringify(content) })
}

/** Adds to the trail of a copy in no use the rows that a later file of the same installation has beyond it. */
export const addLaterRows = (copy: string, later: string): void => {
  const db = openDb(copy)
  try {
    db.raw.prepare('attach ? as later').run(later)
    db.raw.exec(
      'insert into main.audit select * from later.audit where seq > (select coalesce(max(seq), 0) from main.audit)',
    )
  } finally {
    db.close()
  }
}
