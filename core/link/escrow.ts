/**
 * What the deputy of a hub keeps for the day on which the hub's computer is lost: among the till's secrets. It is renewed
 * when the hub says that it changed, and removed when this till is not the deputy any more.
 */
import { sign } from 'node:crypto'
import type { Db } from '../../db/engine/sqlite.ts'
import { hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import type { Log, Secrets } from '../base/ports.ts'
import { type Escrow, escrow, escrowAnswer } from '../contract/hub/escrow.ts'
import type { Hello } from '../contract/hub/wire.ts'
import { tillKey } from './identity.ts'
import { createOpener, proofText } from './sealing.ts'
import type { LinkRequest, Outcome } from './session.ts'

const nameOf = (appId: string): string => `hub.${appId}.escrow`

/** Returns the escrow; null: this till is no deputy. Rejects if the secrets cannot be read. */
export const readEscrow = async (secrets: Pick<Secrets, 'get'>, appId: string): Promise<Escrow | null> => {
  const kept = await secrets.get(nameOf(appId))
  return kept === null ? null : escrow.parse(JSON.parse(kept))
}

/** The till is no deputy from now on. */
export const removeEscrow = (secrets: Pick<Secrets, 'remove'>, appId: string): Promise<void> =>
  secrets.remove(nameOf(appId))

export interface EscrowKeeping {
  db: Db
  appId: string
  secrets: Secrets
  log: Log
  ask(request: LinkRequest): Promise<Outcome | null>
  /** Windows may show it. */
  changed(): void
}

/** Does what a hello says about the escrow. Rejects if the secrets or the database cannot be written. */
export const keepEscrow = async (by: EscrowKeeping, told: Hello['deputy']): Promise<void> => {
  const { db, appId, secrets, log, ask, changed } = by
  const link = hubLinkRow(db)
  // An older hub knows no deputies.
  if (!link || told === undefined || (told?.digest ?? null) === link.escrow) return
  if (told === null) {
    await removeEscrow(secrets, appId)
    updateHubLink(db, { escrow: null })
    log.info({}, 'this till is not the deputy of its hub any more')
    return changed()
  }
  const key = await tillKey(secrets, appId)
  if (!key) return
  const opener = createOpener()
  const proof = sign(null, proofText(link.hub, link.origin, opener.key), key).toString('base64url')
  const outcome = await ask({ method: 'POST', path: '/deputy/escrow', body: { key: opener.key, proof } })
  const answer =
    outcome?.is === 'answered' && outcome.status === 200 ? escrowAnswer.safeParse(outcome.body) : null
  if (!answer?.success) return
  const text = opener.open(answer.data.sealed)
  escrow.parse(JSON.parse(text))
  await secrets.set(nameOf(appId), text)
  updateHubLink(db, { escrow: answer.data.digest })
  log.info({}, 'this till is the deputy of its hub, and has what it needs to take over')
  changed()
}
