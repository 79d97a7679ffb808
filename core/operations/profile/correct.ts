import { audit } from '../../../db/profile/audit.ts'
import { resumeLanes } from '../../../db/profile/lanes.ts'
import { device } from '../../../db/profile/reference.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { findIdentity } from '../../controlUnit/identity.ts'
import { isInstalling } from '../../controlUnit/install.ts'
import type { Profile } from '../../profile/profile.ts'
import { secretName } from '../../profile/secretNames.ts'
import { missing } from '../../shop/failures.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { deviceInUse, gatewayMissing } from './create.ts'
import { profileView } from './view.ts'

type Input = ParsedInputOf<'profile.correct'>

/** The fields by which the authority knows an initialised device. */
const fixedFields = {
  taxpayerPin: 'taxpayer_pin',
  branchId: 'branch_id',
  deviceSerial: 'device_serial',
  dialect: 'dialect',
} as const

const fixedChange = async (profile: Profile, input: Input) => {
  const { db, row } = profile
  const names = Object.keys(fixedFields) as (keyof typeof fixedFields)[]
  const isKnown = device(db) !== undefined || (await findIdentity(profile)) !== null
  const field = isKnown && names.find((name) => input[name] !== row[fixedFields[name]])
  return field
    ? fail(
        '003',
        'profile.deviceFixed',
        'The authority knows this device already, so its PIN, branch, serial number and interface cannot change. Create another profile for another device.',
        { field },
      )
    : null
}

/** An omitted key keeps its stored value. */
const keyMissing = async ({ id, gateway }: Input, { ports: { secrets } }: Profile) => {
  for (const name of ['consumerKey', 'consumerSecret'] as const) {
    if (gateway?.[name] === '' && (await secrets.get(secretName[name](id))) === null)
      return missing(`gateway.${name}`)
  }
  return null
}

/** The authority issues the key only once, and it would reach a closed profile. */
const busy = (profile: Profile) =>
  isInstalling(profile)
    ? fail(
        '006',
        'device.initialising',
        'The authority is being asked to initialise this device. Wait for its response.',
      )
    : null

const correct = async (
  input: Input,
  { workspace, actor }: Context,
): Promise<Reply<OutputOf<'profile.correct'>>> => {
  const profile = workspace.profile(input.id)
  if (!profile) return fail('003', 'profile.unknown', 'There is no such profile.', { field: 'id' })
  if (profile.practice) return fail('003', 'profile.practice', 'A practice profile has no connection.')
  // Checked twice: an initialisation may end or begin during the other checks.
  const refused =
    busy(profile) ??
    (await fixedChange(profile, input)) ??
    gatewayMissing(input) ??
    deviceInUse(input, workspace, profile.id) ??
    (await keyMissing(input, profile)) ??
    busy(profile)
  if (refused) return refused
  const { profile: corrected, changed } = await workspace.correctDevice(profile, input)
  const { db, ports, row } = corrected
  db.transaction(() => {
    audit(db, {
      at: ports.clock.now(),
      kind: 'device',
      subject: row.device_serial,
      row_id: null,
      who: authorOf(actor).name,
      content: JSON.stringify({ act: 'corrected', changed }),
    })
    resumeLanes(db, { reasons: ['notInitialised', 'notAuthorised'] })
  })
  await db.durable()
  corrected.emit({ type: 'status.changed' })
  // The shop's name follows the profile's until somebody changes it.
  corrected.emit({ type: 'settings.changed' })
  corrected.submitter.wake()
  return ok(profileView(corrected, workspace.current()))
}

export const correctProfile: Handler<'profile.correct'> = (input, context) =>
  context.workspace.inTurn(() => correct(input, context))
