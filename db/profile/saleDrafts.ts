/** Open sales of windows, until they are completed, parked or dropped. */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type SaleDraftRow = Selectable<ProfileSchema['sale_draft']>

/** A window that never comes back leaves its sale. Beyond this many, the oldest are deleted. */
const mostDrafts = 50

const ofWindow = prepare((p: { window: string }) =>
  profile.selectFrom('sale_draft').selectAll().where('till_window', '=', p.window),
)
export const draftOfWindow = (db: Db, window: string): SaleDraftRow | undefined =>
  db.first(ofWindow({ window }))

const ofRequest = prepare((p: { id: string }) =>
  profile.selectFrom('sale_draft').selectAll().where('request_id', '=', p.id),
)
export const draftOfRequest = (db: Db, id: string): SaleDraftRow | undefined => db.first(ofRequest({ id }))

/** Stores a window's draft, one per window. A sale that another window resumed belongs to that window alone. */
export const keepSaleDraft = (db: Db, row: Insertable<ProfileSchema['sale_draft']>): void => {
  db.run(
    profile
      .deleteFrom('sale_draft')
      .where('request_id', '=', row.request_id)
      .where('till_window', '<>', row.till_window),
  )
  db.run(
    profile
      .insertInto('sale_draft')
      .values(row)
      .onConflict((conflict) => conflict.column('till_window').doUpdateSet(row)),
  )
}

export const dropSaleDraft = (db: Db, tillWindow: string): void => {
  db.run(profile.deleteFrom('sale_draft').where('till_window', '=', tillWindow))
}

/** Returns drafts without lines, and the oldest beyond the limit. */
export const deadDrafts = (db: Db): SaleDraftRow[] =>
  db.all(
    profile
      .selectFrom('sale_draft')
      .selectAll()
      .where((where) =>
        where.or([
          where('content', '=', 'null'),
          where(
            'till_window',
            'not in',
            profile
              .selectFrom('sale_draft')
              .select('till_window')
              .orderBy('kept_at', 'desc')
              .limit(mostDrafts),
          ),
        ]),
      ),
  )

/** Newest first. A draft whose sale is completed, which a damaged database may bring back, is left out. */
export const saleDrafts = (db: Db) =>
  db.all(
    profile
      .selectFrom('sale_draft')
      .leftJoin('invoice', 'invoice.request_id', 'sale_draft.request_id')
      .select(['sale_draft.till_window', 'sale_draft.content'])
      .where('invoice.id', 'is', null)
      .where('sale_draft.content', '<>', 'null')
      .orderBy('kept_at', 'desc')
      .limit(sql.lit(mostDrafts)),
  )
