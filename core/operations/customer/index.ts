import { changeCustomer } from './change.ts'
import { findCustomer } from './find.ts'
import { searchCustomers } from './list.ts'
import { lookUpCustomer } from './lookUp.ts'
import { saveCustomer } from './save.ts'
import { submitCustomer } from './submit.ts'

export const customerHandlers = {
  'customer.lookUp': lookUpCustomer,
  'customer.list': searchCustomers,
  'customer.save': saveCustomer,
  'customer.find': findCustomer,
  'customer.submit': submitCustomer,
  'customer.change': changeCustomer,
}
