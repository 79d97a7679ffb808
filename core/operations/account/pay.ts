/** Payments on account, and marks that sales from before there were accounts were paid. */
import {
  type AccountEntry,
  accountEntry,
  entryByRequest,
  insertAccountEntry,
} from '../../../db/profile/accounts.ts'
import { type CustomerRow, standingCustomer } from '../../../db/profile/customers.ts'
import { owedElsewhere } from '../../../db/profile/hubAccounts.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { openShift } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import type { AccountPayment } from '../../contract/account.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { allocate } from '../../fiscal/accounts.ts'
import { paymentMethod } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { noneOpen, requestReused } from '../../shop/cash/cashFailures.ts'
import { noCustomer, standingOf, subjectOf } from '../../shop/customers/account.ts'
import { type ChosenTender, chosenTender } from '../../shop/sales/chosenTender.ts'
import { paymentTable } from '../../shop/sales/payment.ts'
import { auditReused, type Reused, reusedCodes } from '../../shop/sales/references.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { openDrawerFor } from '../shared/openDrawer.ts'
import { paymentView } from './view.ts'

type Open = ReturnType<typeof standingOf>['open']

/** Returns the chosen open sales, or all of them, oldest first. */
const chosenOf = (open: Open, sales: number[] | undefined): Reply<Open> => {
  const strange = sales?.findIndex((id) => !open.some((each) => each.id === id && each.owed > 0)) ?? -1
  if (strange >= 0) {
    return fail('003', 'account.notOpen', 'This sale is paid, or another customer has it. Choose again.', {
      field: `sales[${strange}]`,
    })
  }
  return ok(sales ? open.filter(({ id }) => sales.includes(id)) : open)
}

/** Stores an entry with its parts. The rest of its amount pays for sales of other tills. */
const enter = (
  { profile, db, actor, ports }: ProfileContext,
  customer: CustomerRow,
  parts: ReturnType<typeof allocate>,
  entry: Pick<
    AccountEntry,
    'kind' | 'method' | 'amount' | 'tender_id' | 'tender_name' | 'reference' | 'note' | 'request_id'
  >,
): AccountEntry => {
  profile.disk.demandRoom()
  const at = profile.day.sure()
  const author = authorOf(actor)
  const id = insertAccountEntry(
    db,
    {
      uid: ports.ids.uuid(),
      number: takeNumber(db, 'account'),
      customer_id: customer.id,
      elsewhere: owedElsewhere(db, customer.id),
      // A mark moves no money through the drawer.
      shift_id: entry.kind === 'paid' ? (openShift(db)?.id ?? null) : null,
      entered_at: at,
      day: toWireDate(at),
      author_id: author.id,
      author_name: author.name,
      ...entry,
    },
    parts.map(({ id: invoice_id, amount }) => ({ invoice_id, amount })),
    subjectOf(customer),
  )
  return accountEntry(db, id) as AccountEntry
}

interface Payment {
  tender: ChosenTender
  reused: Reused
}

const paymentOf = (input: ParsedInputOf<'account.pay'>, context: ProfileContext): Reply<Payment> => {
  const table = paymentTable(context.db).filter(
    (row) => !['credit', 'cashCredit'].includes(paymentMethod(row.code, [row])),
  )
  const chosen = chosenTender(context.profile, input, { table, field: (name) => name })
  if (!chosen.ok) return chosen
  const reused = reusedCodes(context, [input], [chosen.data], { document: input.requestId })
  if (!reused.ok) return { ok: false, error: { ...reused.error, field: 'reference' } }
  return ok({ tender: chosen.data, reused: reused.data })
}

const pay = (input: ParsedInputOf<'account.pay'>, context: ProfileContext): Reply<AccountPayment> => {
  const { profile, db } = context
  const customer = standingCustomer(db, input.customerId)
  if (!customer) return noCustomer('customerId')
  const done = entryByRequest(db, input.requestId)
  if (done) {
    const isSame = done.amount === input.amount && standingCustomer(db, done.customer_id)?.id === customer.id
    return isSame && done.kind === 'paid' ? ok(paymentView(db, done)) : requestReused()
  }
  if (profile.settings().shiftRequired && !openShift(db)) return noneOpen()
  const payment = paymentOf(input, context)
  if (!payment.ok) return payment
  const { open, owed, elsewhere } = standingOf(profile, customer.id)
  const chosen = chosenOf(open, input.sales)
  if (!chosen.ok) return chosen
  const ofChosen = chosen.data.reduce((sum, each) => sum + Math.max(0, each.owed), 0)
  // A sale that was withdrawn after a payment leaves money that pays for other sales.
  const most = input.sales ? Math.min(owed + elsewhere, ofChosen) : owed + elsewhere
  if (input.amount > most) {
    const { name } = customer
    const params = { name, owed: formatMoney(Math.max(0, most)) }
    return most <= 0
      ? fail('003', 'account.nothingOwed', `${name} owes nothing.`, { field: 'amount', params })
      : fail('003', 'account.aboveDebt', `${name} owes KSh ${params.owed}. Enter at most that.`, {
          field: 'amount',
          params,
        })
  }
  const { tender, reused } = payment.data
  const allowed = mayAct(context, reused.acts)
  if (!allowed.ok) return allowed
  const row = enter(context, customer, allocate(chosen.data, input.amount), {
    kind: 'paid',
    amount: input.amount,
    ...tender,
    note: input.note || null,
    request_id: input.requestId,
  })
  allowed.data(String(row.number))
  auditReused(context, { number: String(row.number) }, reused)
  openDrawerFor(context, [tender])
  return ok(paymentView(db, row))
}

const mark = (input: ParsedInputOf<'account.markPaid'>, context: ProfileContext): Reply<AccountPayment> => {
  const { profile, db } = context
  const customer = standingCustomer(db, input.customerId)
  if (!customer) return noCustomer('customerId')
  const done = entryByRequest(db, input.requestId)
  if (done) return done.kind === 'paidBefore' ? ok(paymentView(db, done)) : requestReused()
  const chosen = chosenOf(standingOf(profile, customer.id).open, input.sales)
  if (!chosen.ok) return chosen
  const later = chosen.data.find(({ earlier }) => earlier === 0)
  if (later) {
    return fail(
      '003',
      'account.notEarlier',
      `${later.number} is no sale from before there were accounts. Enter a payment for it.`,
      { field: `sales[${input.sales.indexOf(later.id)}]`, params: { number: later.number } },
    )
  }
  const parts = chosen.data.map(({ id, owed }) => ({ id, amount: owed }))
  const row = enter(context, customer, parts, {
    kind: 'paidBefore',
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    method: null,
    tender_id: null,
    tender_name: null,
    reference: null,
    note: input.note,
    request_id: input.requestId,
  })
  return ok(paymentView(db, row))
}

/** Stores once, and tells the windows. */
const entered = (
  { profile, db }: ProfileContext,
  work: () => Reply<AccountPayment>,
): Reply<AccountPayment> => {
  const reply = db.transaction(work)
  if (reply.ok) {
    profile.emit({ type: 'customer.changed' })
    profile.emit({ type: 'shift.changed' })
  }
  return reply
}

export const payOnAccount: Handler<'account.pay'> = (input, context) =>
  entered(context, () => pay(input, context))

export const markPaid: Handler<'account.markPaid'> = (input, context) =>
  entered(context, () => mark(input, context))
