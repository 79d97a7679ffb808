import type { CustomerRow } from '../../../db/profile/customers.ts'
import { centsToWire } from '../../fiscal/money.ts'

/** Returns what every answer about an account says first. `owed`: cents. */
export const accountHead = (row: CustomerRow, owed: number) => ({
  number: row.number,
  uid: row.uid,
  name: row.name,
  pin: row.pin,
  telNo: row.phone,
  creditLimit: row.credit_limit === null ? null : centsToWire(row.credit_limit),
  owed: centsToWire(owed),
})
