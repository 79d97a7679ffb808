import { listCustomers, taxpayerByPin } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { customerView } from './view.ts'

export const searchCustomers: Handler<'customer.list'> = ({ text, limit }, { db }) =>
  ok({
    customers: listCustomers(db, text, limit).map((row) => customerView(row, taxpayerByPin(db, row.pin))),
  })
