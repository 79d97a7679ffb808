import type { z } from 'zod'
import { device } from '../../../db/profile/reference.ts'
import type { device as deviceSchema } from '../../contract/device.ts'
import type { Profile } from '../../profile/profile.ts'
import { secretName } from '../../profile/secretNames.ts'

export const deviceView = async ({ db, row, ports }: Profile): Promise<z.infer<typeof deviceSchema>> => {
  const unit = device(db)
  return {
    ready: unit !== undefined,
    hasKey: (await ports.secrets.get(secretName.cmcKey(row.id))) !== null,
    serial: unit?.serial ?? row.device_serial,
    taxpayerPin: row.taxpayer_pin,
    branchId: row.branch_id,
    taxpayerName: unit?.taxpayer_name ?? null,
    branchName: unit?.branch_name ?? null,
    place: unit?.place ?? null,
    sdcId: unit?.sdc_id ?? null,
    mrcNo: unit?.mrc_no ?? null,
    initialisedAt: unit?.initialised_at ?? null,
  }
}
