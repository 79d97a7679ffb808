import type { Db } from '../../../db/engine/sqlite.ts'
import { type CustomerRow, type TaxpayerCacheRow, taxpayerByPin } from '../../../db/profile/customers.ts'
import type { Customer } from '../../contract/customer.ts'

const statusOf = (taxpayer: TaxpayerCacheRow | undefined): Customer['taxpayerStatus'] =>
  taxpayer === undefined ? 'unknown' : taxpayer.active === 1 ? 'active' : 'inactive'

export const customerView = (
  row: CustomerRow,
  taxpayer: TaxpayerCacheRow | undefined,
): Customer & { id: number; number: number } => ({
  id: row.id,
  number: row.number,
  pin: row.pin,
  name: row.name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  source: 'shop',
  taxpayerStatus: statusOf(taxpayer),
  checkedAt: taxpayer?.checked_at ?? null,
  note: row.remark,
  creditLimit: row.credit_limit,
})

/** {@link customerView} with what the authority said about its PIN. */
export const customerOf = (db: Db, row: CustomerRow) =>
  customerView(row, row.pin === null ? undefined : taxpayerByPin(db, row.pin))

export const taxpayerView = (row: TaxpayerCacheRow): Customer => ({
  id: null,
  number: null,
  pin: row.pin,
  name: row.name,
  phone: null,
  email: null,
  address: row.place,
  source: 'authority',
  taxpayerStatus: statusOf(row),
  checkedAt: row.checked_at,
  note: null,
  creditLimit: null,
})
