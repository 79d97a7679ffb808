import { device } from '../../../db/app/reference.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { secretName } from '../../openApp.ts'
import type { Handler } from '../handler.ts'
import { pullReferenceData } from '../reference/pull.ts'
import { type Identity, keepIdentity, takeOver } from './identity.ts'
import { deviceView } from './view.ts'

export const restoreDevice: Handler<'device.restore'> = async (
  { cmcKey, sdcId, mrcNo },
  { app, db, actor, ports },
) => {
  const before = await ports.secrets.get(secretName.cmcKey(app.id))
  await ports.secrets.set(secretName.cmcKey(app.id), cmcKey)
  const answer = await app.authority.probe()
  app.reach.note(answer)
  if (answer.kind === 'notAuthorised' || answer.kind === 'notInitialised' || answer.kind === 'refused') {
    if (before === null) await ports.secrets.remove(secretName.cmcKey(app.id))
    else await ports.secrets.set(secretName.cmcKey(app.id), before)
    return fail(
      '003',
      'device.keyRefused',
      `The authority does not take this key: ${answer.text} (${answer.code}).`,
      { field: 'cmcKey' },
    )
  }
  const unit = device(db)
  const identity: Identity = {
    cmcKey,
    deviceId: null,
    unit: {
      serial: app.row.device_serial,
      sdc_id: sdcId,
      mrc_no: mrcNo,
      taxpayer_name: unit?.taxpayer_name ?? null,
      branch_name: unit?.branch_name ?? null,
      place: unit?.place ?? null,
      initialised_at: unit?.initialised_at ?? ports.clock.now(),
    },
  }
  // In the place of whatever was kept: what is entered counts more than what was given before.
  await keepIdentity(app, identity)
  await takeOver(app, identity, { who: authorOf(actor).name, act: 'restored' })
  if (answer.kind === 'accepted' || answer.kind === 'nothingFound') await pullReferenceData(app)
  app.emit({ type: 'status.changed' })
  app.submitter.wake()
  return ok(deviceView(app))
}
