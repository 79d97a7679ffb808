/** The rules of customers' debts, and of acts that one person approves for another. */
import type { ActAsked } from '../../core/contract/approval.ts'
import { owedBefore, owedBy } from '../../db/profile/accounts.ts'
import { type GivenApproval, oldestFirst } from './accounts.ts'
import type { Judged } from './invariants.ts'

/** What is owed, computed anew from the documents' tenders, sales from before, payments and marks of paid before. */
const debtOfRows = `select
  (select coalesce(sum(case invoice.kind when 'sale' then amount else -amount end), 0)
     from invoice_tender join invoice on invoice.id = invoice_id
     where method = 'credit' and source = 'till' and not exists
       (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn'))
  + (select coalesce(sum(credit), 0) from customer_sale where earlier = 1 and not exists
       (select 1 from submission where submission.invoice_id = customer_sale.invoice_id and state = 'withdrawn'))
  - (select coalesce(sum(amount), 0) from account_entry) as owed`

/** Changes with everything that changes a debt. */
const stateOfDebts = `select coalesce((select max(id) from invoice), 0) || '/' ||
  coalesce((select max(id) from account_entry), 0) || '/' || (select count(*) from customer where merged_into > 0) ||
  '/' || (select count(*) from customer_sale where earlier = 1) || '/' || (select coalesce(sum(count), 0) from submission_count where state = 'withdrawn') as state`

/** Money went back while the sale was still owed. A note that is withdrawn does not count. */
const paidTooEarly = `select distinct sale.number as number from customer_sale
  join invoice sale on sale.id = customer_sale.invoice_id
  join invoice note on note.original_id = sale.id
  join invoice_tender on invoice_tender.invoice_id = note.id and method <> 'credit'
  where owed > 0 and not exists (select 1 from invoice other join submission on submission.invoice_id = other.id
    where other.original_id = sale.id and submission.state = 'withdrawn')`

/** A sale that is no older than the accounts was marked as paid before. */
const markedLater = `select distinct sale.number as number from account_entry entry
  join account_allocation part on part.entry_id = entry.id join invoice sale on sale.id = part.invoice_id
  join customer_sale on customer_sale.invoice_id = sale.id where entry.kind = 'paidBefore' and earlier = 0`

/**
 * Payments, after the one with an id, that left an older debt of the customer open. Merged customers stay out. A clock
 * that was set back makes a sale of the same moment older, although it was sold after the payment: the trail tells.
 */
const notOldestFirst = `select entry.number from account_entry entry where entry.id > ? and note = '${oldestFirst}' and exists
  (select 1 from customer_sale older, customer_sale paid join account_allocation part on part.invoice_id = paid.invoice_id
    where part.entry_id = entry.id and older.customer_id = entry.customer_id and older.owed > 0
      and paid.customer_id = entry.customer_id
      and (older.sold_at, older.invoice_id) < (paid.sold_at, paid.invoice_id)
      and (select seq from audit where kind = 'sale' and row_id = older.invoice_id)
        < (select seq from audit where kind = 'accountPaid' and row_id = entry.id))`

/**
 * Sales, after the one with an id, above the limit of their customer without an approval. Customers that were merged are
 * one: what one of them paid for a sale that was withdrawn counts. A merge that came after the sale, in the same step,
 * brought debts that the till did not know when it sold.
 */
const aboveLimit = `select invoice.number, invoice_id as id from customer_sale sale join invoice on invoice.id = invoice_id
  where invoice_id > ? and credit > 0 and earlier = 0 and not exists (select 1 from approval where document = invoice.number)
    and (select sum(owed) from customer_sale where invoice_id <= sale.invoice_id
        and customer_id in (select id from customer where coalesce(merged_into, id) = sale.customer_id))
      > (select credit_limit from customer where id = sale.customer_id)
    and not exists (select 1 from audit merge where merge.kind = 'customersMerged'
      and merge.seq > (select seq from audit where kind = 'sale' and row_id = sale.invoice_id))`

interface ApprovalRow extends ActAsked {
  reason: string
  asker: string
  approver: string
  request: string | null
}

/** After each step. */
export const createAccountCheck = ({ till, broken }: Judged, given: readonly GivenApproval[]) => {
  let seen = ''
  let used = 0
  let [sold, paid] = [0, 0]
  const checkDebts = (): void => {
    const [{ owed } = { owed: 0 }] = till.read<{ owed: number }>(debtOfRows)
    const standing = till.read<{ id: number }>('select id from customer where merged_into is null')
    const sum = (of: (id: number) => number) => standing.reduce((total, { id }) => total + of(id), 0)
    const shown = sum((id) => owedBy(till.db(), id))
    if (shown !== owed) broken(`the customers owe ${shown}; documents and payments say ${owed}`)
    const unstated = sum((id) => Math.abs(owedBefore(till.db(), id, 0)))
    if (unstated !== 0) broken(`the rows of all accounts differ from what the customers owe by ${unstated}`)
    for (const { number } of till.read<{ number: string }>(paidTooEarly))
      broken(`money of ${number} was given back while the customer owed it`)
    for (const { number } of till.read<{ number: string }>(markedLater))
      broken(`${number} was marked as paid before there were accounts`)
    for (const { number } of till.read<{ number: string }>(aboveLimit, sold))
      broken(`${number} is above the customer's limit, and nobody approved it`)
    for (const { number } of till.read<{ number: number }>(notOldestFirst, paid))
      broken(`payment ${number} left an older debt open`)
    const [last] = till.read<{ sold: number; paid: number }>(
      `select coalesce((select max(invoice_id) from customer_sale), 0) as sold,
         coalesce((select max(id) from account_entry), 0) as paid`,
    )
    if (last) ({ sold, paid } = last)
  }
  const checkApproval = (row: ApprovalRow): void => {
    const approval = given.find(({ reason }) => reason === row.reason)
    const isSame = approval?.acts.some(
      ({ act, amount, document }) =>
        act === row.act && amount === row.amount && [row.document, row.request].includes(document),
    )
    if (!isSame || row.asker !== 'c' || row.approver !== 'u')
      broken(`the approval of ${row.act} for ${row.amount} and ${row.document} was never given`)
    if (approval?.late) broken(`the approval of ${row.act} for ${row.document} was too old`)
  }
  return (): void => {
    if (!till.running()) return
    const [{ state } = { state: '' }] = till.read<{ state: string }>(stateOfDebts)
    if (state !== seen) checkDebts()
    seen = state
    const rows = till.read<ApprovalRow & { id: number }>(
      `select approval.id, act, amount, document, reason, asker_id as asker, approver_id as approver,
         (select request_id from invoice where number = document) as request from approval where approval.id > ? order by 1`,
      used,
    )
    for (const row of rows) {
      checkApproval(row)
      used = row.id
    }
  }
}

/** Each sale of a cashier above a limit has its approval, and no approval counted twice for an act. */
export const checkApprovals = ({ till, broken }: Judged): void => {
  for (const { subject } of till.read<{ subject: string }>(
    `select subject from audit where kind = 'creditAboveLimit' and not exists
       (select 1 from approval where act = 'creditAboveLimit' and document = subject)`,
  ))
    broken(`${subject} is above the limit, and nobody approved it`)
  for (const { reason } of till.read<{ reason: string }>(
    'select reason from approval group by reason, act having count(*) > 1',
  ))
    broken(`${reason} was used twice`)
}
