/** The device of a profile, initialised with the authority. */
import { till } from '../../db/profile/audit.ts'
import { device } from '../../db/profile/reference.ts'
import type { Answer, DeviceIdentity } from '../authority/port.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import { type DiskTrouble, diskTrouble } from '../disk/diskErrors.ts'
import { NoRoomError } from '../disk/diskMonitor.ts'
import type { Profile } from '../profile/profile.ts'
import {
  demandSafePlace,
  findIdentity,
  holdIdentity,
  type Identity,
  isHeld,
  keepIdentity,
  takeOver,
} from './identity.ts'

type Refused = Extract<Reply<never>, { ok: false }>

const alreadyInstalled = '902'

const refusal = (answer: Exclude<Answer<DeviceIdentity>, { kind: 'accepted' }>): Refused => {
  switch (answer.kind) {
    case 'neverArrived':
      if (answer.notThere) {
        return fail(
          '006',
          'device.wrongAddress',
          "A server answers at this address, but not as the authority does. Nothing was changed; check the authority's address.",
        )
      }
      return fail(
        '006',
        'authority.notReached',
        'The authority cannot be reached. Nothing was changed; try again when it can.',
      )
    case 'mayHaveArrived':
      return fail(
        '006',
        'device.answerLost',
        `The authority's response was lost: ${answer.text} Try again; if it then says that the device is already installed, ask the authority for its key and enter it in Settings.`,
      )
    case 'nothingFound':
      return fail(
        '007',
        'device.refused',
        'The authority does not know this device. Check the PIN, the branch and the serial number.',
      )
    default:
      if (answer.code === alreadyInstalled) {
        return fail(
          '007',
          'device.installedElsewhere',
          'The authority says that this device was initialised before; it gives the key only once. Enter the stored key.',
          { params: { code: answer.code, text: answer.text } },
        )
      }
      return fail(
        '007',
        'device.refused',
        `The authority rejected the device: ${answer.text} (${answer.code}). Check the PIN, the branch and the serial number.`,
        { params: { code: answer.code, text: answer.text } },
      )
  }
}

/** For {@link unfinished}: the obstacle and the remedy. */
const inTheWay: Record<DiskTrouble | 'other', string> = {
  full: 'The disk is full: free some space.',
  readOnly: 'The disk is read-only: make it writable for this program.',
  broken: 'Writing to the disk failed: check that it is connected.',
  busy: "Another program is using the till's file: close that program.",
  damaged: "The till's file is damaged: close Kaunta and start it again. It is repaired at the start.",
  gone: 'The data folder is not in its place: put it back.',
  other: "The cause is unknown: check that this computer's keyring is unlocked, or call support.",
}

/** The authority has finished, Kaunta has not. `safe`: the issued data outlives this process. */
const unfinished = (
  { id: profile, disk, ports, recovery }: Profile,
  error: unknown,
  { safe }: { safe: boolean },
): Refused => {
  const id = ports.ids.token(6)
  ports.log.error(
    { err: error, profile, id },
    "a device is installed, but the authority's response for it could not be stored",
  )
  disk.failed(error)
  const why = diskTrouble(error) ?? 'other'
  if (why === 'damaged') recovery.watch.lookSoon()
  const details = { id, params: { id, why }, retryAfter: 30 }
  return safe
    ? fail(
        '905',
        'device.notTakenOver',
        `The device is installed, and the authority's response for it is safe, but the till could not use it yet. ${inTheWay[why]} Then call POST /initialize again, or start Kaunta again; the authority is not asked twice. Support id: ${id}.`,
        details,
      )
    : fail(
        '905',
        'device.notKept',
        `The device is installed, but the authority's response for it, which comes only once, could not be stored. ${inTheWay[why]} Then call POST /initialize again, and do not close Kaunta before that has succeeded: the authority is not asked twice. Support id: ${id}.`,
        details,
      )
}

/** Stores an identity from memory on disk, from the beginning or from where it stopped. */
const keep = async (profile: Profile, identity: Identity): Promise<Refused | null> => {
  try {
    if (isHeld(profile)) await keepIdentity(profile, identity)
  } catch (error) {
    return unfinished(profile, error, { safe: false })
  }
  try {
    await takeOver(profile, identity, { who: till, act: 'initialised' })
  } catch (error) {
    return unfinished(profile, error, { safe: true })
  }
  return null
}

/** A secret cannot be read or written, and the disk is not the cause. */
const noSecrets = ({ id: profile, ports }: Profile, error: unknown): Refused => {
  const id = ports.ids.token(6)
  ports.log.error({ err: error, profile, id }, 'secrets cannot be stored, so no device is installed')
  return fail(
    '905',
    'device.noSecrets',
    `The authority gives a device's key only once, and this computer could not store it now, so nothing was asked. Check that the computer's keyring is unlocked and that Kaunta may write its data folder, then try again. Support id: ${id}.`,
    { id, params: { id }, retryAfter: 30 },
  )
}

const installDevice = async (profile: Profile, serial: string): Promise<Refused | null> => {
  let identity: Identity | null
  try {
    identity = await findIdentity(profile)
    if (!identity) await demandSafePlace(profile)
  } catch (error) {
    if (error instanceof NoRoomError || diskTrouble(error)) throw error
    return noSecrets(profile, error)
  }
  if (identity) return keep(profile, identity)
  const answer = await profile.authority.initialise(serial)
  if (answer.kind !== 'accepted') {
    profile.reach.note(answer)
    return refusal(answer)
  }
  const { data } = answer
  identity = {
    cmcKey: data.cmcKey,
    deviceId: data.deviceId,
    unit: {
      serial,
      sdc_id: data.sdcId,
      mrc_no: data.mrcNo,
      taxpayer_name: data.taxpayerName,
      branch_name: data.branchName,
      place: data.place,
      initialised_at: profile.ports.clock.now(),
    },
  }
  // Before anything that could fail.
  holdIdentity(profile, identity)
  const failed = await keep(profile, identity)
  profile.reach.note(answer)
  return failed
}

/**
 * For a profile that was opened or will be closed: completes an installation that lacked time or space. Never throws:
 * the next {@link install} continues it.
 */
export const finishInstallation = async (profile: Profile): Promise<void> => {
  try {
    const identity = device(profile.db) ? null : await findIdentity(profile)
    if (identity && !(await keep(profile, identity))) profile.submitter.wake()
  } catch (error) {
    profile.ports.log.error({ err: error, profile: profile.id }, 'an installation could not be completed')
  }
}

const installing = new WeakMap<Profile, ReturnType<typeof installDevice>>()

/** True while the authority is asked for a device. */
export const isInstalling = (profile: Profile): boolean => installing.has(profile)

/** Resolves when no response about the profile's device is expected. Call it before its connection is closed. */
export const installationEnded = async (profile: Profile): Promise<void> => {
  // The installing caller gets the result.
  await installing.get(profile)?.catch(() => undefined)
}

/**
 * {@link installDevice}, once for all parallel callers. A second request would be rejected, or invalidate the device.
 */
const installOnce = (profile: Profile, serial: string): ReturnType<typeof installDevice> => {
  const running = installing.get(profile)
  if (running) return running
  const run = installDevice(profile, serial).finally(() => installing.delete(profile))
  installing.set(profile, run)
  return run
}

type Unit = NonNullable<ReturnType<typeof device>>

/**
 * Returns the profile's device, and initialises it with the authority if necessary. `serial` is set the first time
 * (absent = the profile's) and never changes: another is 003.
 */
export const install = async (profile: Profile, serial: string | null | undefined): Promise<Reply<Unit>> => {
  // Never twice: a repeated initialisation is known to invalidate the device at the authority (`authority §1.2`).
  const failed = device(profile.db) ? null : await installOnce(profile, serial ?? profile.row.device_serial)
  if (failed) return failed
  const unit = device(profile.db) as Unit
  if (!serial || serial === unit.serial) return ok(unit)
  return fail(
    '003',
    'device.otherSerial',
    `The field deviceSerialNumber has the value "${serial}", but this profile's device is permanently ${unit.serial}. Make another profile for another device.`,
    { field: 'deviceSerialNumber' },
  )
}

/** Returns a device in the form of `spec 2.10`. */
export const deviceInfo = ({ sdc_id, mrc_no }: Unit) => ({
  sdcId: sdc_id,
  mrcNo: mrc_no,
  deviceStatus: 'ACTIVE' as const,
})
