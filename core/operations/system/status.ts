import { laneRows } from '../../../db/app/lanes.ts'
import { queueFigures } from '../../../db/app/queueList.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

/** Nothing is made anew yet, or an owner wanted it so. */
const expected = ['running', 'restored']

export const systemStatus: Handler<'system.status'> = (_, { workspace, ports, version }) => {
  const apps = workspace.apps()
  const figures = apps.map((app) => queueFigures(app.db, 0))
  const oldest = figures.map(({ oldestAt }) => oldestAt).filter((at) => at !== null)
  const reach = apps.map((app) => app.reach.state().reachable)
  return ok({
    version,
    apps: apps.length,
    queueDepth: figures.reduce((sum, { waiting }) => sum + waiting, 0),
    needsAttention:
      figures.reduce((sum, each) => sum + each.refused + each.unknown + each.withoutSignature, 0) +
      apps.reduce(
        (sum, { db }) => sum + laneRows(db).filter((lane) => lane.paused_reason !== null).length,
        0,
      ),
    oldestAgeSeconds:
      oldest.length === 0 ? null : Math.max(0, Math.round((ports.clock.now() - Math.min(...oldest)) / 1000)),
    authorityReachable: reach.includes(false) ? false : reach.includes(true) ? true : null,
    disk: workspace.disk.state().word,
    incomplete: apps.some((app) =>
      app.recovery.findings().some(({ cause, complete }) => !complete && !expected.includes(cause)),
    ),
  })
}
