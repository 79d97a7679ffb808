import { randomBytes } from 'node:crypto'
import { type Body, text } from '../body.ts'
import { fields } from '../checks/fields.ts'
import { day } from '../clock.ts'
import { done, found, type Outcome, refused } from '../outcome.ts'
import { seedTaxpayerData } from '../seed.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store.ts'
import { isPin, taxpayerOf } from '../taxpayers.ts'
import type { Call } from './call.ts'
import { bodies, REFERENCE_CHANGED_AT, SINCE, windowOf } from './reading.ts'

export const INITIALISATION = {
  name: 'selectInitOsdcInfo',
  aliases: ['initialize'],
  fields: { members: fields('tin C11 Y, bhfId C2 Y, dvcSrlNo C100 Y') },
} as const

type DeviceRow = { approved: number; type: string; initialised_at: number | null }
type Initialisation = { store: Store; settings: Settings; now: number; body: Body }

/**
 * Issues the device's key, once. Every serial is approved unless the control path says otherwise. A second
 * initialisation is `902` without the key, and with the setting `corrupt` makes the device's key invalid (`authority
 * §1.2`).
 */
export function initialise({ store, settings, now, body }: Initialisation): Outcome {
  const [tin, bhfId, serial] = [text(body, 'tin'), text(body, 'bhfId'), text(body, 'dvcSrlNo')]
  if (!isPin(tin) || !/^\d\d$/.test(bhfId)) return refused('901')
  const known = store.get<DeviceRow>(
    'SELECT approved, type, initialised_at FROM device WHERE tin = ? AND bhf_id = ? AND serial = ?',
    tin,
    bhfId,
    serial,
  )
  if (known && !known.approved) return refused('901')
  if (known && known.type !== 'OSCU') return refused('903')
  if (known && known.initialised_at !== null) {
    if (settings.secondInit === 'corrupt') {
      store.run(
        'UPDATE device SET corrupt = 1 WHERE tin = ? AND bhf_id = ? AND serial = ?',
        tin,
        bhfId,
        serial,
      )
    }
    return refused('902')
  }
  seedTaxpayerData(store, { tin, bhfId, now, settings })
  return done({ info: { ...particulars(store, tin, bhfId), ...install(store, { tin, bhfId, serial, now }) } })
}

function install(store: Store, device: { tin: string; bhfId: string; serial: string; now: number }) {
  const count = store.get<{ count: number }>('SELECT count(*) AS count FROM device WHERE cmc_key IS NOT NULL')
  const number = String((count?.count ?? 0) + 1)
  const identity = {
    dvcId: `99999${number.padStart(11, '0')}`,
    sdcId: `KRACU01${number.padStart(8, '0')}`,
    mrcNo: `WIS01${number.padStart(6, '0')}`,
    cmcKey: randomBytes(16).toString('hex'),
  }
  store.run(
    `INSERT INTO device (tin, bhf_id, serial, dvc_id, sdc_id, mrc_no, cmc_key, initialised_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tin, bhf_id, serial) DO UPDATE SET dvc_id = excluded.dvc_id, sdc_id = excluded.sdc_id,
       mrc_no = excluded.mrc_no, cmc_key = excluded.cmc_key, initialised_at = excluded.initialised_at`,
    device.tin,
    device.bhfId,
    device.serial,
    identity.dvcId,
    identity.sdcId,
    identity.mrcNo,
    identity.cmcKey,
    device.now,
  )
  return identity
}

function particulars(store: Store, tin: string, bhfId: string) {
  const taxpayer = taxpayerOf(store, tin)
  const row = store.get<{ body: string }>(
    "SELECT body FROM record WHERE kind = 'branch' AND tin = ? AND bhf_id = ?",
    tin,
    bhfId,
  )
  const { bhfSttsCd: _, ...branch } = JSON.parse(row?.body ?? '{}')
  return { taxprNm: taxpayer?.name, bsnsActv: 'Retail', bhfOpenDt: day(REFERENCE_CHANGED_AT), ...branch }
}

const selectBhfList: Call = {
  name: 'selectBhfList',
  aliases: ['branchList'],
  fields: SINCE,
  run: (request) => {
    const { from, to } = windowOf(request)
    const rows = request.store.all<{ body: string }>(
      `SELECT body FROM record WHERE kind = 'branch' AND tin = ? AND changed_at > ? AND changed_at <= ? ORDER BY bhf_id`,
      request.device.tin,
      from,
      to,
    )
    return found('bhfList', bodies(rows))
  },
}

export const DEVICE_CALLS: readonly Call[] = [selectBhfList]
