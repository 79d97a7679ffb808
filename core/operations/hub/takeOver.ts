import { hostname } from 'node:os'
import { audit } from '../../../db/profile/audit.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { readEscrow } from '../../link/escrow.ts'
import { backupsIn } from '../../recovery/backupFiles.ts'
import type { Handler } from '../shared/handler.ts'
import { pinAgain } from '../shared/pinAgain.ts'
import { notLinked } from './failures.ts'

const noBackup = (folder: string) =>
  fail(
    '003',
    'hub.noBackup',
    `There is no backup of a hub in ${folder}. Choose a folder with a file that ends in .hub.`,
    {
      params: { folder },
      field: 'backups',
    },
  )

const otherHubHere = (folder: string) =>
  fail(
    '003',
    'hub.otherHubHere',
    `This folder is of another hub: ${folder}. Move it to another place, and delete nothing. Then take over again.`,
    { params: { folder } },
  )

export const takeOverHub: Handler<'hub.takeOver'> = async ({ pin, backups = null }, context) => {
  const { hub, profile, db, ports, actor, workspace } = context
  const link = hubLinkRow(db)
  if (!link) return notLinked()
  const { silentSince } = profile.link.state().link ?? {}
  if (silentSince == null)
    return fail(
      '003',
      'hub.answers',
      'The hub answers, so this till does not take over. Stop that hub first.',
    )
  const wrong = await pinAgain(context, pin)
  if (wrong) return wrong
  const escrow = await readEscrow(ports.secrets, profile.id)
  if (!escrow)
    return fail(
      '003',
      'hub.noEscrow',
      'This till is not the deputy. Take over at the deputy, or restore a backup.',
    )
  if (backups !== null && !backupsIn(backups).some(({ name }) => name.endsWith('.hub')))
    return noBackup(backups)
  const { state } = await hub.state()
  if (state === 'impossible')
    return fail('003', 'hub.impossible', 'This Kaunta can start no hub. Start one with `npm run hub`.')
  if (state !== 'off')
    return fail('003', 'hub.isOnHere', 'A hub is on at this computer already. Stop it first, then take over.')
  // By the clock too: two computers that took over from one hub must not have one epoch.
  const epoch = Math.max(Math.max(escrow.epoch, link.epoch) + 1, ports.clock.now())
  const otherHub = await hub.takeOver({ escrow, epoch, computer: hostname(), till: link.origin, backups })
  if (otherHub !== null) return otherHubHere(otherHub)
  const [at, who] = [profile.now(), authorOf(actor).name]
  const content = JSON.stringify({ epoch, backups, silentSince })
  db.transaction(() =>
    audit(db, { at, kind: 'hubTakenOver', subject: link.name, row_id: null, who, content }),
  )
  workspace.emit({ type: 'workspace.changed' })
  return ok(await hub.state())
}
