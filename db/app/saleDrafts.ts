/** Sales that windows have open, until they are completed, parked or cleared. */
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { type Db, prepare } from '../sqlite.ts'
import { type AppSchema, app } from './schema.ts'

/** A window that never comes back leaves its sale behind; of more than these the oldest go. */
const mostDrafts = 50

/** Keeps the draft of a window, which has one. A sale that another window took up is kept under that one's name alone. */
export const keepSaleDraft = (db: Db, row: Insertable<AppSchema['sale_draft']>): void => {
  db.run(
    app
      .deleteFrom('sale_draft')
      .where('request_id', '=', row.request_id)
      .where('till_window', '<>', row.till_window),
  )
  db.run(
    app
      .insertInto('sale_draft')
      .values(row)
      .onConflict((conflict) => conflict.column('till_window').doUpdateSet(row)),
  )
  db.run(
    app
      .deleteFrom('sale_draft')
      .where(
        'till_window',
        'not in',
        app.selectFrom('sale_draft').select('till_window').orderBy('kept_at', 'desc').limit(mostDrafts),
      ),
  )
}

export const dropSaleDraft = (db: Db, tillWindow: string): void => {
  db.run(app.deleteFrom('sale_draft').where('till_window', '=', tillWindow))
}

const dropQuery = prepare((p: { id: string }) => app.deleteFrom('sale_draft').where('request_id', '=', p.id))
/** Call in the transaction that completes the sale. */
export const dropDraftOf = (db: Db, requestId: string): void => {
  db.run(dropQuery({ id: requestId }))
}

/** Newest first. One whose sale is completed, as a damaged database may bring back, is none. */
export const saleDrafts = (db: Db) =>
  db.all(
    app
      .selectFrom('sale_draft')
      .leftJoin('invoice', 'invoice.request_id', 'sale_draft.request_id')
      .select(['sale_draft.till_window', 'sale_draft.content'])
      .where('invoice.id', 'is', null)
      .orderBy('kept_at', 'desc')
      .limit(sql.lit(mostDrafts)),
  )
