import type { Db } from '../../../db/engine/sqlite.ts'
import { type AuditRow, auditBefore, authority, till } from '../../../db/profile/audit.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import { apiKeyById } from '../../../db/workspace/apiKeys.ts'
import { userById } from '../../../db/workspace/queries.ts'
import { ok } from '../../contract/errors.ts'
import { type AuditEntry, auditEntry } from '../../contract/report.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { encode, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

type Actor = Pick<AuditEntry, 'by' | 'who'>

const automaticAuthors: Record<string, AuditEntry['by']> = {
  [till]: 'till',
  [authority]: 'authority',
  command: 'command',
  start: 'start',
  nobody: 'nobody',
}

const actorOf = ({ db }: Workspace, who: string, trail: AuditEntry['trail']): Actor => {
  const by = automaticAuthors[who]
  if (by) return { by, who: '' }
  // A profile's audit trail has names, the workspace's has ids.
  if (trail === 'profile') return { by: 'person', who }
  const user = userById(db, who)
  return user ? { by: 'person', who: user.name } : { by: 'key', who: apiKeyById(db, who)?.last_four ?? who }
}

const detailOf = (content: string): AuditEntry['detail'] => {
  try {
    // A row may have been changed on disk. Only readable parts are shown; the audit check reports the rest.
    return auditEntry.shape.detail.parse(JSON.parse(content))
  } catch {
    return {}
  }
}

/** A key may name anyone on a document. The trail shows that name beside the key. */
const authorOf = (db: Db, { kind, row_id, who }: AuditRow): AuditEntry['detail'] => {
  if (row_id === null || (kind !== 'sale' && kind !== 'creditNote')) return {}
  const author = invoiceById(db, row_id)?.author_name
  return author === undefined || author === who ? {} : { author }
}

const isBefore = (a: AuditRow | undefined, b: AuditRow | undefined): boolean =>
  a !== undefined && (b === undefined || a.at > b.at)

/** Above every row number. */
const start = 2 ** 53 - 1

export const listAudit: Handler<'audit.list'> = ({ cursor, limit }, { workspace, db }) => {
  const from = readCursor(cursor, ['number', 'number'])
  if (!from.ok) return from
  const [profileFrom, ownFrom] = from.data ?? [start, start]
  const profile = auditBefore(db, profileFrom, limit + 1)
  const own = auditBefore(workspace.db, ownFrom, limit + 1)
  const entries: AuditEntry[] = []
  let [p, o] = [0, 0]
  while (entries.length < limit && (profile[p] || own[o])) {
    const trail = isBefore(own[o], profile[p]) ? 'installation' : 'profile'
    const row = trail === 'installation' ? own[o++] : profile[p++]
    if (!row) break
    const { seq, at, kind, subject, who, content } = row
    const detail = trail === 'installation' || kind === 'cartDropped' ? detailOf(content) : authorOf(db, row)
    entries.push({ trail, seq, at, kind, subject, ...actorOf(workspace, who, trail), detail })
  }
  const hasMore = profile[p] !== undefined || own[o] !== undefined
  const reached = [profile[p - 1]?.seq ?? profileFrom, own[o - 1]?.seq ?? ownFrom]
  return ok({ entries, ...(hasMore ? { nextCursor: encode(reached) } : {}) })
}
