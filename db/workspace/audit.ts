/**
 * The workspace's own audit trail: people, sign-ins, and access of other software. The same chain as a profile's
 * (`../profile/audit.ts`), in the table `audit` of `workspace.db`. PINs and keys are never in it.
 */
import { randomUUID } from 'node:crypto'
import { type Db, openDb } from '../engine/sqlite.ts'
import { audit, auditUsed, till } from '../profile/audit.ts'
import type { InstallationKind } from '../profile/schema.ts'
import { users } from './queries.ts'

/** Used in its first row instead of a profile's environment. */
export const installation = 'installation'

export interface Deed {
  /** Epoch milliseconds. */
  at: number
  kind: InstallationKind
  /** The name of the person, profile or key at that time. */
  subject: string
  /** Id of a person or a key, `nobody`, `command`, `start`, or Kaunta itself. */
  who: string
  /** Further data, with the subject's id. */
  content: object
}

/** Adds the first row, with the existing people. Does nothing if there is one. */
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

/** Adds an audit row. Call it inside the transaction of the act. */
export const note = (db: Db, { content, ...deed }: Deed): void => {
  // The command `keys` may be the first to write after an upgrade.
  beginInstallationAudit(db, deed.at)
  audit(db, { ...deed, row_id: null, content: JSON.stringify(content) })
}

/** Adds to an unused copy's trail the further rows of a later file of the same workspace. */
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
