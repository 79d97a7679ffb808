import { audit } from '../../../db/profile/audit.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import type { AuditKind } from '../../../db/profile/schema.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { codeAnswer, type HubTills, hubTills } from '../../contract/hub/wire.ts'
import type { OutputOf } from '../../contract/index.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { actingPersonOf, askHub } from './askHub.ts'

const viewOf = ({ db }: ProfileContext, { tills }: HubTills): OutputOf<'hub.tills'> => {
  const own = hubLinkRow(db)?.origin
  return { tills: tills.map((till) => ({ ...till, own: till.uid === own })) }
}

/** The hub notes the act too. Here it stands among the acts of this till's people. */
export const noted = ({ db, profile, actor }: ProfileContext, kind: AuditKind, subject: string): void =>
  db.transaction(() =>
    audit(db, { at: profile.now(), kind, subject, row_id: null, who: authorOf(actor).name, content: '' }),
  )

export const listTills: Handler<'hub.tills'> = async (_, context) => {
  const answer = await askHub(context, { method: 'GET', path: '/tills' }, hubTills)
  return answer.ok ? ok(viewOf(context, answer.data)) : answer
}

const act = async (
  context: ProfileContext,
  uid: string,
  { path, kind }: { path: string; kind: AuditKind },
): Promise<Reply<OutputOf<'hub.tills'>>> => {
  const body = { uid, by: actingPersonOf(context) }
  const answer = await askHub(context, { method: 'POST', path, body }, hubTills)
  if (!answer.ok) return answer
  noted(context, kind, answer.data.tills.find((till) => till.uid === uid)?.name ?? '')
  return ok(viewOf(context, answer.data))
}

export const confirmTill: Handler<'hub.confirm'> = ({ uid }, context) =>
  act(context, uid, { path: '/tills/confirm', kind: 'hubTillAdmitted' })

export const revokeTill: Handler<'hub.revoke'> = ({ uid }, context) =>
  act(context, uid, { path: '/tills/revoke', kind: 'hubTillEnded' })

export const nameDeputy: Handler<'hub.nameDeputy'> = async ({ uid }, context) => {
  const answer = await act(context, uid, { path: '/tills/deputy', kind: 'hubDeputyNamed' })
  // If it is this till, it fetches the keys of the hub once the hub is greeted.
  if (answer.ok) context.profile.link.tryNow()
  return answer
}

export const showCode: Handler<'hub.code'> = async (_, context) => {
  const body = { by: actingPersonOf(context) }
  const answer = await askHub(context, { method: 'POST', path: '/code', body }, codeAnswer)
  if (answer.ok) noted(context, 'hubCodeMade', '')
  return answer
}
