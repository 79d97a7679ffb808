import type { CustomerRow, TaxpayerCacheRow } from '../../../db/profile/customers.ts'
import type { Customer } from '../../contract/customer.ts'

const statusOf = (taxpayer: TaxpayerCacheRow | undefined): Customer['taxpayerStatus'] =>
  taxpayer === undefined ? 'unknown' : taxpayer.active === 1 ? 'active' : 'inactive'

export const customerView = (row: CustomerRow, taxpayer: TaxpayerCacheRow | undefined): Customer => ({
  pin: row.pin,
  name: row.name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  source: 'shop',
  taxpayerStatus: statusOf(taxpayer),
  checkedAt: taxpayer?.checked_at ?? null,
})

export const taxpayerView = (row: TaxpayerCacheRow): Customer => ({
  pin: row.pin,
  name: row.name,
  phone: null,
  email: null,
  address: row.place,
  source: 'authority',
  taxpayerStatus: statusOf(row),
  checkedAt: row.checked_at,
})
