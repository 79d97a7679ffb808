/** 4.1 to 4.4: health, status, initialize, setup, sync. */
import { type Endpoint, optional, required } from '../support/table.ts'
import { iso } from './formats.ts'

const serial = 'KAU-00'

export const device: Endpoint[] = [
  { method: 'GET', path: '/health', source: '4.1', isPublic: true, fields: {}, response: {} },
  { method: 'GET', path: '/status', source: '4.1', isPublic: true, fields: {}, response: {} },
  {
    method: 'POST',
    path: '/initialize',
    source: '4.2',
    envelope: 'resultCode',
    withoutDevice: true,
    fields: { deviceSerialNumber: optional('string', serial) },
    response: {
      'deviceInfo.sdcId': 'string',
      'deviceInfo.mrcNo': 'string',
      'deviceInfo.deviceStatus': /^ACTIVE$/,
      'syncResult.codes': 'boolean',
      'syncResult.notices': 'boolean',
      'syncResult.branches': 'boolean',
    },
  },
  {
    method: 'POST',
    path: '/setup',
    source: '4.3',
    envelope: 'resultCode',
    withoutDevice: true,
    fields: { deviceSerialNumber: required('string', serial) },
    response: { sdcId: 'string', mrcNo: 'string', deviceStatus: /^ACTIVE$/ },
  },
  {
    method: 'POST',
    path: '/sync',
    source: '4.4',
    envelope: 'resultCode',
    fields: {},
    response: { codes: 'boolean', notices: 'boolean', branches: 'boolean', lastSyncAt: iso },
  },
]
