/** The device of an app, initialised with the authority. */
import { audit, till } from '../../../db/app/audit.ts'
import { resumeLanes } from '../../../db/app/lanes.ts'
import { device, storeDevice } from '../../../db/app/reference.ts'
import type { App } from '../../app.ts'
import type { Answer, DeviceIdentity } from '../../authority/port.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { secretName } from '../../openApp.ts'

const alreadyInstalled = '902'

const refusal = (
  answer: Exclude<Answer<DeviceIdentity>, { kind: 'accepted' }>,
): Extract<Reply<never>, { ok: false }> => {
  switch (answer.kind) {
    case 'neverArrived':
      return fail(
        '006',
        'authority.notReached',
        'The authority cannot be reached. Nothing was changed; try again when it can.',
      )
    case 'mayHaveArrived':
      return fail(
        '006',
        'device.answerLost',
        `The authority's answer was lost: ${answer.text} Try again; if it then says the device is installed already, ask the authority for its key and enter it in Settings.`,
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
          'The authority says that this device was initialised before and gives its key only once. Enter the key that was kept then.',
          { params: { code: answer.code, text: answer.text } },
        )
      }
      return fail(
        '007',
        'device.refused',
        `The authority refused the device: ${answer.text} (${answer.code}). Check the PIN, the branch and the serial number.`,
        { params: { code: answer.code, text: answer.text } },
      )
  }
}

/** Writes down which device this app has from now on; its key is not in it. */
export const auditDevice = (
  { db, ports }: App,
  { who, act }: { who: string; act: 'initialised' | 'restored' },
): void => {
  const { serial, sdc_id, mrc_no } = device(db) as Unit
  audit(db, {
    at: ports.clock.now(),
    kind: 'device',
    subject: serial,
    row_id: null,
    who,
    content: JSON.stringify({ act, scuId: sdc_id, mrcNo: mrc_no }),
  })
}

/** The key is issued once (`authority §1.2`): it is kept before anything else is written. */
const installDevice = async (
  app: App,
  serial: string,
): Promise<Extract<Reply<never>, { ok: false }> | null> => {
  const { db, ports } = app
  const answer = await app.authority.initialise(serial)
  app.reach.note(answer)
  if (answer.kind !== 'accepted') return refusal(answer)
  const { data } = answer
  await ports.secrets.set(secretName.cmcKey(app.id), data.cmcKey)
  db.transaction(() => {
    storeDevice(db, {
      serial,
      sdc_id: data.sdcId,
      mrc_no: data.mrcNo,
      taxpayer_name: data.taxpayerName,
      branch_name: data.branchName,
      place: data.place,
      initialised_at: ports.clock.now(),
    })
    auditDevice(app, { who: till, act: 'initialised' })
    resumeLanes(db, { reasons: ['notInitialised'] })
  })
  return null
}

const installing = new WeakMap<App, ReturnType<typeof installDevice>>()

/** {@link installDevice}, once however many ask at the same time: a second one would be refused, or spoil the device. */
const installOnce = (app: App, serial: string): ReturnType<typeof installDevice> => {
  const running = installing.get(app)
  if (running) return running
  const run = installDevice(app, serial).finally(() => installing.delete(app))
  installing.set(app, run)
  return run
}

type Unit = NonNullable<ReturnType<typeof device>>

/**
 * The app's device, initialised with the authority now if it is not yet. `serial` is taken at the first time (absent =
 * the one the app was made with) and is the app's for life: another is 003.
 */
export const install = async (app: App, serial: string | null | undefined): Promise<Reply<Unit>> => {
  // Never twice: a repeated initialisation was seen to spoil the device at the authority (authority §1.2).
  const failed = device(app.db) ? null : await installOnce(app, serial ?? app.row.device_serial)
  if (failed) return failed
  const unit = device(app.db) as Unit
  if (!serial || serial === unit.serial) return ok(unit)
  return fail(
    '003',
    'device.otherSerial',
    `The field deviceSerialNumber has the value "${serial}", but this app's device is ${unit.serial} for life. Make another app for another device.`,
    { field: 'deviceSerialNumber' },
  )
}

/** A device as the interface tells it (`spec 2.10`). */
export const deviceInfo = ({ sdc_id, mrc_no }: Unit) => ({
  sdcId: sdc_id,
  mrcNo: mrc_no,
  deviceStatus: 'ACTIVE' as const,
})
