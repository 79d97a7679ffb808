import { laneRows } from '../../../db/profile/lanes.ts'
import { queueFigures } from '../../../db/profile/queueList.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

/** Nothing is made anew yet, or an owner wanted it so. */
const expected = ['running', 'restored']

export const systemStatus: Handler<'system.status'> = (_, { workspace, ports, version }) => {
  const profiles = workspace.profiles()
  const figures = profiles.map((profile) => queueFigures(profile.db, 0))
  const oldest = figures.map(({ oldestAt }) => oldestAt).filter((at) => at !== null)
  const reach = profiles.map((profile) => profile.reach.state().reachable)
  return ok({
    version,
    apps: profiles.length,
    queueDepth: figures.reduce((sum, { waiting }) => sum + waiting, 0),
    needsAttention:
      figures.reduce((sum, each) => sum + each.refused + each.unknown + each.withoutSignature, 0) +
      profiles.reduce(
        (sum, { db }) => sum + laneRows(db).filter((lane) => lane.paused_reason !== null).length,
        0,
      ),
    oldestAgeSeconds:
      oldest.length === 0 ? null : Math.max(0, Math.round((ports.clock.now() - Math.min(...oldest)) / 1000)),
    authorityReachable: reach.includes(false) ? false : reach.includes(true) ? true : null,
    disk: workspace.disk.state().word,
    incomplete: profiles.some((profile) =>
      profile.recovery.findings().some(({ cause, complete }) => !complete && !expected.includes(cause)),
    ),
  })
}
