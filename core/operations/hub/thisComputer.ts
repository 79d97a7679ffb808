import { note } from '../../../db/workspace/audit.ts'
import { callerId } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const impossible = () =>
  fail('003', 'hub.impossible', 'This Kaunta can start no hub. Start one with `npm run hub`.')

const noted = ({ workspace, actor, ports }: Context, isOn: boolean, subject: string): void =>
  workspace.db.transaction(() =>
    note(workspace.db, {
      at: ports.clock.now(),
      kind: 'hubSwitched',
      subject,
      who: callerId(actor),
      content: { on: isOn },
    }),
  )

export const thisComputerState: Handler<'hub.thisComputer.state'> = async (_, { hub }) =>
  ok(await hub.state())

export const startThisComputer: Handler<'hub.thisComputer.start'> = async (_, context) => {
  const { hub, profile, workspace } = context
  const { environment } = profile.row
  const { state, environment: running } = await hub.state()
  if (state === 'impossible') return impossible()
  if (running === environment) return ok(await hub.state())
  if (running !== null)
    return fail(
      '003',
      'hub.otherIsOn',
      'The hub of this computer is on for the other kind of shop. Stop it there first.',
    )
  noted(context, true, environment)
  hub.start(environment)
  workspace.emit({ type: 'workspace.changed' })
  return ok(await hub.state())
}

export const stopThisComputer: Handler<'hub.thisComputer.stop'> = async (_, context) => {
  const { hub, workspace } = context
  const { environment } = await hub.state()
  if (environment !== null) {
    noted(context, false, environment)
    await hub.stop()
    workspace.emit({ type: 'workspace.changed' })
  }
  return ok(await hub.state())
}

export const newHubCode: Handler<'hub.thisComputer.newCode'> = async (_, { hub }) => ok(await hub.newCode())
