/** Sales that windows have open, until they are completed, parked or dropped. */
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type SaleDraftRow = Selectable<ProfileSchema['sale_draft']>

/** A window that never comes back leaves its sale behind; of more than these the oldest go. */
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

/** Keeps the draft of a window, which has one. A sale that another window took up is kept under that one's name alone. */
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

/** Those without a line left, and the oldest of too many. */
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

/** Newest first. One whose sale is completed, as a damaged database may bring back, is none. */
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
