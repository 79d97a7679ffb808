/** The lanes of the queue, and the series of numbers: the till's own, and the authority's as we know them. */
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

/** Writes down that a lane stopped, or goes on. */
export const auditLane = (
  db: Db,
  lane: Lane,
  act: { kind: 'lanePaused' | 'laneResumed'; at: number; who: string; content?: object },
): void =>
  audit(db, { subject: lane, row_id: null, ...act, content: act.content ? JSON.stringify(act.content) : '' })

/** Ends pauses: of one lane, or of every lane that was paused for this reason. */
export const resumeLanes = (db: Db, which: { lane: Lane } | { reasons: PauseReason[] }): void => {
  const open = profile.updateTable('lane').set({ paused_reason: null, paused_detail: null, paused_at: null })
  db.run(
    'lane' in which ? open.where('name', '=', which.lane) : open.where('paused_reason', 'in', which.reasons),
  )
}

const counterQuery = prepare((p: { name: string }) =>
  profile.selectFrom('counter').select('next').where('name', '=', p.name),
)
/** The next free number of a series; 1 when none has been used. */
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
/** Tells of every series that goes on, before it does. */
export const watchNumbers = (db: Db, watcher: (name: string, next: number) => void): void => {
  watchers.set(db, watcher)
}

/** Takes the next number of a series. Only inside the transaction that stores what bears it. */
export const takeNumber = (db: Db, name: string): number => {
  const next = nextNumber(db, name)
  setNextNumber(db, name, next + 1)
  return next
}
