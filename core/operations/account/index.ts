import { listEntries } from './entries.ts'
import { findAccounts } from './find.ts'
import { getAccount } from './get.ts'
import { lookAtAccount } from './look.ts'
import { mergeCustomers } from './merge.ts'
import { markPaid, payOnAccount } from './pay.ts'
import { printPayment } from './printPayment.ts'
import { printStatement, showStatement } from './statement.ts'

export const accountHandlers = {
  'account.get': getAccount,
  'account.find': findAccounts,
  'account.look': lookAtAccount,
  'account.entries': listEntries,
  'account.pay': payOnAccount,
  'account.markPaid': markPaid,
  'account.printPayment': printPayment,
  'account.statement': showStatement,
  'account.printStatement': printStatement,
  'account.merge': mergeCustomers,
}
