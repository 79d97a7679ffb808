/** The lanes of the queue, and the number series: the till's own, and the authority's as far as known. */
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { type Lane, type PauseReason, profile } from './schema.ts'

const laneQuery = prepare((p: { lane: Lane }) =>
  profile.selectFrom('lane').selectAll().where('name', '=', p.lane),
)
export const laneRow = (db: Db, lane: Lane) => db.first(laneQuery({ lane }))
export const laneRows = (db: Db) => db.all(profile.selectFrom('lane').selectAll())

export const pauseLane = (
  db: Db,
  lane: Lane,
  pause: { reason: PauseReason; detail: string; at: number },
): void => {
  db.run(
    profile
      .updateTable('lane')
      .set({ paused_reason: pause.reason, paused_detail: pause.detail, paused_at: pause.at })
      .where('name', '=', lane),
  )
}

/** Adds an audit row: a lane paused or resumed. */
export const auditLane = (
  db: Db,
  lane: Lane,
  act: { kind: 'lanePaused' | 'laneResumed'; at: number; who: string; content?: object },
): void =>
  audit(db, { subject: lane, row_id: null, ...act, content: act.content ? JSON.stringify(act.content) : '' })

/** Ends pauses: of one lane, or of every lane with one of these reasons. */
export const resumeLanes = (db: Db, which: { lane: Lane } | { reasons: PauseReason[] }): void => {
  const open = profile.updateTable('lane').set({ paused_reason: null, paused_detail: null, paused_at: null })
  db.run(
    'lane' in which ? open.where('name', '=', which.lane) : open.where('paused_reason', 'in', which.reasons),
  )
}

const counterQuery = prepare((p: { name: string }) =>
  profile.selectFrom('counter').select('next').where('name', '=', p.name),
)
/** Returns the next free number of a series; 1 if none was used. */
export const nextNumber = (db: Db, name: string): number => db.first(counterQuery({ name }))?.next ?? 1

const setCounterQuery = prepare((p: { name: string; next: number }) =>
  profile
    .insertInto('counter')
    .values({ name: p.name, next: p.next })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ next: set.ref('excluded.next') })),
    ),
)
export const setNextNumber = (db: Db, name: string, next: number): void => {
  watchers.get(db)?.(name, next)
  db.run(setCounterQuery({ name, next }))
}

const watchers = new WeakMap<Db, (name: string, next: number) => void>()
/** Calls `watcher` before the advance of any series is committed. */
export const watchNumbers = (db: Db, watcher: (name: string, next: number) => void): void => {
  watchers.set(db, watcher)
}

const takeQuery = prepare((p: { name: string }) =>
  profile
    .insertInto('counter')
    .values({ name: p.name, next: 2 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ next: set('counter.next', '+', 1) })),
    )
    .returning('next'),
)
/** Takes the next number of a series. Only inside the transaction that stores its document. */
export const takeNumber = (db: Db, name: string): number => {
  const { next = 2 } = db.first(takeQuery({ name })) ?? {}
  watchers.get(db)?.(name, next)
  return next - 1
}
