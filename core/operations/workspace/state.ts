import { isLetInto, ownerIn } from '../../access/demoPeople.ts'
import { ok } from '../../contract/errors.ts'
import { firstRunOf } from '../../workspace/firstRun.ts'
import { profileView } from '../profile/view.ts'
import { sessionView } from '../session/view.ts'
import type { Handler } from '../shared/handler.ts'
import { personView } from '../user/view.ts'

export const workspaceState: Handler<'workspace.state'> = (_, context) => {
  const { workspace, actor, version } = context
  const people = workspace.people()
  const current = workspace.current()
  const unopened = workspace.unopenedOne()
  const phase = ownerIn(current, people) ? 'ready' : (current ?? unopened) ? 'needs-owner' : 'first-run'
  return ok({
    phase,
    version,
    language: workspace.language(),
    people: people
      .filter((person) => person.active === 1 && isLetInto(current, person))
      .map((person) => personView(workspace, person)),
    session: actor.kind === 'person' ? sessionView(context, actor.user, actor.training) : null,
    currentProfile: current ? profileView(current, current) : null,
    unopenedProfile: unopened?.name ?? null,
    firstRun: firstRunOf(workspace.db),
  })
}
