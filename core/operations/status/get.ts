import { laneRows } from '../../../db/profile/lanes.ts'
import { nextAttemptAt, waitingPerLane } from '../../../db/profile/queueList.ts'
import { device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { figuresOf } from '../../queue/stuck.ts'
import type { Handler } from '../shared/handler.ts'

const hourMs = 3_600_000

/** Only after the authority was asked: it may send the date in a moment. */
const uncertainDateOf = ({ day, reach }: Profile) => {
  const uncertain = day.isAsked() || reach.state().reachable === null ? null : day.uncertainty()
  return uncertain && { ...uncertain, ...day.givable() }
}

export const getStatus: Handler<'status.get'> = (_, { profile, db, ports }) => {
  const settings = profile.settings()
  const isDateUncertain = profile.day.uncertainty() !== null
  const figures = figuresOf(db, ports.clock.now() - settings.deadlineHours * hourMs)
  const reach = profile.reach.state()
  const perLane = new Map(waitingPerLane(db).map(({ lane, count }) => [lane, count]))
  return ok({
    appId: profile.id,
    profileName: profile.row.name,
    environment: profile.row.environment,
    practice: profile.row.practice === 1,
    tillName: settings.tillName,
    deviceReady: device(db) !== undefined,
    reachable: reach.reachable,
    reachableSince: reach.since,
    lastContactAt: reach.lastContactAt,
    nextTryAt: nextAttemptAt(db),
    waiting: figures.waiting,
    waitingSales: figures.sales.waiting,
    needsPerson: figures.needsPerson,
    salesToFix: figures.salesToFix,
    unknown: figures.unknown,
    // The age is unknown while the clock may be years off.
    oldestAt: isDateUncertain ? null : figures.sales.oldestAt,
    late: isDateUncertain ? 0 : figures.sales.late,
    clockDifferenceMs: reach.clockDifferenceMs,
    clockOffsetMs: Math.round(profile.day.offsetMs()),
    dayInDoubt: uncertainDateOf(profile),
    lanes: laneRows(db).map((lane) => ({
      lane: lane.name,
      waiting: perLane.get(lane.name) ?? 0,
      paused:
        lane.paused_reason && lane.paused_at !== null
          ? { reason: lane.paused_reason, at: lane.paused_at, detail: lane.paused_detail ?? '' }
          : null,
    })),
    disk: profile.disk.state(),
    backupTrouble: profile.backups.trouble(),
  })
}
