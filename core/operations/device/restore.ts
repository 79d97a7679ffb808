import { device } from '../../../db/profile/reference.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { findIdentity, type Identity, keepIdentity, takeOver } from '../../controlUnit/identity.ts'
import { pullReferenceData } from '../../controlUnit/pullReferenceData.ts'
import { secretName } from '../../profile/secretNames.ts'
import type { Handler } from '../shared/handler.ts'
import { deviceView } from './view.ts'

export const restoreDevice: Handler<'device.restore'> = async (
  { cmcKey, sdcId, mrcNo },
  { profile, db, actor, ports },
) => {
  // Kaunta stores the key only after this check, because the till may stop in between.
  const answer = await profile.authority.probe(cmcKey)
  profile.reach.note(answer)
  if (answer.kind === 'notAuthorised' || answer.kind === 'notInitialised' || answer.kind === 'refused') {
    return fail(
      '003',
      'device.keyRefused',
      `The authority rejected this key: ${answer.text} (${answer.code}).`,
      { field: 'cmcKey' },
    )
  }
  const isChecked = answer.kind === 'accepted' || answer.kind === 'nothingFound'
  const hasKey = (await ports.secrets.get(secretName.cmcKey(profile.id))) !== null
  if (!isChecked && (hasKey || (await findIdentity(profile)))) {
    return fail(
      '006',
      'device.keyUnchecked',
      'The authority cannot be reached, so Kaunta could not check this key. The stored key is unchanged. Enter the new key again once the authority can be reached.',
      { field: 'cmcKey', retryAfter: 30 },
    )
  }
  const unit = device(db)
  const identity: Identity = {
    cmcKey,
    deviceId: null,
    unit: {
      serial: profile.row.device_serial,
      sdc_id: sdcId,
      mrc_no: mrcNo,
      taxpayer_name: unit?.taxpayer_name ?? null,
      branch_name: unit?.branch_name ?? null,
      place: unit?.place ?? null,
      initialised_at: unit?.initialised_at ?? ports.clock.now(),
    },
  }
  // The owner's entry replaces an earlier stored response.
  await keepIdentity(profile, identity)
  await takeOver(profile, identity, { who: authorOf(actor).name, act: 'restored' })
  if (isChecked) await pullReferenceData(profile)
  profile.emit({ type: 'status.changed' })
  profile.submitter.wake()
  return ok(await deviceView(profile))
}
