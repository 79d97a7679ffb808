/**
 * Fetches the authority's reference data, each kind since its own last success (`authority §1.3`, incremental reads).
 */

import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { till } from '../../db/profile/audit.ts'
import { auditLane, laneRows, resumeLanes } from '../../db/profile/lanes.ts'
import {
  lastSync,
  storeBranches,
  storeCodes,
  storeItemClasses,
  storeNotices,
  storeSync,
} from '../../db/profile/reference.ts'
import type { Answer } from '../authority/port.ts'
import type { Profile } from '../profile/profile.ts'
import { keepOffTaken, noteItemSequences } from '../queue/itemCodes.ts'
import { sinceNextTime } from '../queue/since.ts'

export interface Pulled {
  codes: boolean
  notices: boolean
  branches: boolean
  itemClasses: boolean
  /** false: no response from the authority. */
  reached: boolean
}

/**
 * Rows per turn of the event loop. The authority returns all its item classes at once, which may be tens of thousands.
 * After a crash between two turns the list is fetched again.
 */
const atOnce = 250

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

const cured = ['notAuthorised', 'notInitialised', 'counterConflict'] as const

/**
 * An authority that returns its tables knows the device and accepts the credentials, so lanes paused for these
 * resume. Lanes paused for a number conflict retry too: a gateway has no screen where a manager could resume them.
 */
const resumePaused = (profile: Profile): void => {
  const { db, ports, submitter } = profile
  const lanes = laneRows(db).filter(({ paused_reason }) => cured.some((reason) => reason === paused_reason))
  if (lanes.length === 0) return
  db.transaction(() => {
    resumeLanes(db, { reasons: [...cured] })
    for (const { name } of lanes)
      auditLane(db, name, { kind: 'laneResumed', at: ports.clock.now(), who: till })
  })
  profile.emit({ type: 'status.changed' })
  submitter.tryNow()
}

export const pullReferenceData = async (profile: Profile): Promise<Pulled> => {
  const { db, authority, reach, ports } = profile
  let reached = false
  const changed_at = ports.clock.now()
  const pull = async <T>(
    kind: string,
    ask: (since: string | undefined) => Promise<Answer<T[]>>,
    store: (db: Db, rows: T[]) => void,
    storeFirst?: (db: Db, all: T[]) => void,
  ) => {
    const answer = await ask(lastSync(db, kind)?.since)
    reach.note(answer)
    if (answer.kind === 'neverArrived' || answer.kind === 'mayHaveArrived') return false
    reached = true
    if (answer.kind !== 'accepted' && answer.kind !== 'nothingFound') return false
    const rows = answer.kind === 'accepted' ? answer.data : []
    db.transaction(() => storeFirst?.(db, rows))
    for (let from = 0; from < rows.length; from += atOnce) {
      await setImmediate()
      db.transaction(() => store(db, rows.slice(from, from + atOnce)))
    }
    const since = answer.exchange.authorityTime
    if (since !== null) db.transaction(() => storeSync(db, kind, sinceNextTime(since), ports.clock.now()))
    return true
  }
  const [codes, notices, branches, itemClasses] = await Promise.all([
    pull('codes', authority.codes, (into, rows) =>
      storeCodes(
        into,
        rows.map((row) => ({
          class: row.class,
          class_name: row.className,
          code: row.code,
          name: row.name,
          description: row.description,
          sort_order: row.sortOrder,
          user_defined_1: row.userDefined1,
          active: flag(row.active),
          changed_at,
        })),
      ),
    ),
    pull('notices', authority.notices, (into, rows) =>
      storeNotices(
        into,
        rows.map((row) => ({
          number: row.number,
          title: row.title,
          content: row.content,
          url: row.url,
          author: row.author,
          registered_at: row.registeredAt,
          changed_at,
        })),
      ),
    ),
    pull('branches', authority.branches, (into, rows) =>
      storeBranches(
        into,
        rows.map((row) => ({
          branch_id: row.branchId,
          name: row.name,
          status: row.status,
          county: row.county,
          district: row.district,
          sector: row.sector,
          locality: row.locality,
          manager_name: row.managerName,
          manager_phone: row.managerPhone,
          manager_email: row.managerEmail,
          headquarters: flag(row.headquarters),
          changed_at,
        })),
      ),
    ),
    pull('itemClasses', authority.itemClasses, (into, rows) =>
      storeItemClasses(
        into,
        rows.map((row) => ({
          code: row.code,
          name: row.name,
          level: row.level,
          tax_type: row.taxType,
          active: flag(row.active),
        })),
      ),
    ),
    pull('items', authority.items, keepOffTaken, noteItemSequences),
  ])
  profile.emit({ type: 'settings.changed' })
  if (codes || notices || branches || itemClasses) resumePaused(profile)
  return { codes, notices, branches, itemClasses, reached }
}
