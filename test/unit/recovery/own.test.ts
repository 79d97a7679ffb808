/** Which copies a profile takes for its own. */
import { expect, test } from 'vitest'
import { isOwn } from '../../../core/recovery/own.ts'

const profile = {
  ...{ id: 'new-computer', environment: 'production' as const, device_serial: 'KAU-1' },
  ...{ taxpayer_pin: 'P051000001K', branch_id: '00' },
}
const unit = { serial: 'KAU-1', sdc_id: 'KRACU1' }
const copy = {
  ...{ appId: 'old-computer', environment: 'production', taxpayerPin: 'P051000001K', branchId: '00' },
  device: { serial: 'KAU-1', scuId: 'KRACU1' },
}
/** As versions before this began it. */
const untold = { ...copy, taxpayerPin: null, branchId: null }
const otherUnit = { ...copy.device, scuId: 'KRACU2' }

test.each([
  ['the same device on another computer', true, copy, undefined],
  ['the same device, initialised here too', true, copy, unit],
  ['the same, begun by an earlier version', true, untold, undefined],
  ['the same, begun by an earlier version, initialised here too', true, untold, unit],
  ['this profile before its device', true, { ...copy, appId: profile.id, device: null }, unit],
  ['this profile with another device', true, { ...copy, appId: profile.id, device: otherUnit }, unit],
  ['the other environment', false, { ...copy, environment: 'sandbox' }, unit],
  [
    'the other environment under the same id',
    false,
    { ...copy, appId: profile.id, environment: 'sandbox' },
    unit,
  ],
  ['another taxpayer', false, { ...copy, taxpayerPin: 'P051000002L' }, unit],
  ['another branch', false, { ...copy, branchId: '01' }, undefined],
  ['another serial number', false, { ...copy, device: { ...copy.device, serial: 'KAU-2' } }, undefined],
  ['no device yet on another computer', false, { ...copy, device: null }, undefined],
  [
    'another unit of the same serial number, begun by an earlier version',
    false,
    { ...untold, device: otherUnit },
    unit,
  ],
])('a copy of %s: %s', (_, own, of, here) => {
  expect(isOwn(profile, here, of)).toBe(own)
})

test('the serial number counts with which the device was initialised, not the one the profile was made with', () => {
  const corrected = { serial: 'KAU-CORRECTED', sdc_id: 'KRACU1' }
  const device = { ...copy.device, serial: 'KAU-CORRECTED' }
  expect(isOwn(profile, corrected, { ...copy, device })).toBe(true)
  expect(isOwn(profile, undefined, { ...copy, device })).toBe(false)
})
