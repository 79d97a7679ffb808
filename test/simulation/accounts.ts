/** Customers' debts, and acts that one person approves for another; and the rules that they keep. */
import type { ActAsked } from '../../core/contract/approval.ts'
import { owedBefore, owedBy } from '../../db/profile/accounts.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import { type Insist, paidByOwn } from './cashBook.ts'
import type { Judged } from './invariants.ts'

/** An approval that was given. Its reason names it. */
export interface GivenApproval {
  reason: string
  acts: readonly ActAsked[]
  /** It is used only after two minutes. */
  late: boolean
}

const creditLimit = 3_000_00
/** The note of a payment without chosen sales. */
const oldestFirst = 'oldest first'

export const createAccounts = ({
  seed,
  random,
  machine,
  time,
  till,
  goods,
  acknowledged,
  acknowledgedCash,
  approvals,
  mark,
  broken,
  over,
  expectKnown,
  insist,
}: ActsOptions & { expectKnown: ExpectKnown; insist: Insist }) => {
  let made = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const anybody = (): number | undefined =>
    till.read<{ id: number }>(
      `select id from customer where merged_into is null and credit_limit is not null order by id * ? % 101 limit 1`,
      random.between(1, 97),
    )[0]?.id

  const meet = (): void => {
    const failures = machine.disk.failures
    const input = { name: nameOf('Customer'), creditLimit, requestId: nameOf('customer') }
    void till
      .ask('manager', 'customer.save', input)
      .then((reply) => expectKnown('a customer with a limit', reply, failures))
  }

  /** A manager types a PIN: for just this, for another amount or document, or too long before. */
  const approve = async (
    asked: ActAsked[],
  ): Promise<{ token: string; right: boolean; waitMs: number } | null> => {
    const kind = random.pick(['right', 'right', 'amount', 'document', 'late'] as const)
    const reason = nameOf('approval')
    const acts = asked.map((each) => ({
      ...each,
      amount: each.amount + (kind === 'amount' ? 1 : 0),
      document: kind === 'document' ? `${each.document}0` : each.document,
    }))
    const failures = machine.disk.failures
    const reply = await till.ask('cashier', 'approval.give', { userId: 'u', pin: '1', reason, acts })
    expectKnown(`an approval (${kind})`, reply, failures)
    if (!reply.ok) return null
    const late = kind === 'late'
    approvals.push({ reason, acts, late })
    return {
      token: reply.data.token,
      right: kind === 'right',
      waitMs: late ? 121_000 : random.between(0, 20_000),
    }
  }
  const askedIn = (data: unknown): ActAsked[] =>
    (data as { approval?: ActAsked[] } | undefined)?.approval ?? []

  const sellOnCredit = (customerId: number): void => {
    const item = random.pick(goods)
    const quantity = random.between(1, 3)
    const input = {
      lines: [{ itemId: item.id, quantity: quantity * 100 }],
      tenders: [{ method: '02', amount: item.price * quantity }],
      buyer: { customerId },
      requestId: nameOf('on-credit'),
    }
    let answered: string | null = null
    const ask = async (approval?: string): Promise<void> => {
      if (over() || !till.running()) return
      const { failures } = machine.disk
      const reply = await till.ask('cashier', 'sale.complete', input, approval)
      mark(reply.ok ? 21 : 22)
      // Above the limit, or the price is another one now.
      expectKnown('a sale on credit', reply, failures, '001', '003')
      if (reply.ok) {
        const { number, total } = reply.data
        if (answered === null) acknowledged.push({ number, total, kind: 'sale' })
        else if (answered !== number)
          broken(`one sale on credit was made twice, as ${answered} and ${number}`)
        answered = number
        return
      }
      const asked = askedIn(reply.error.data)
      const given = approval === undefined && asked.length > 0 ? await approve(asked) : null
      if (given) time.after(given.waitMs, () => void ask(given.token))
    }
    void ask()
    if (random.chance(0.3)) void ask()
  }

  const pay = (customerId: number): void => {
    const open = till.read<{ id: number; owed: number }>(
      'select invoice_id as id, owed from customer_sale where customer_id = ? and owed > 0 order by sold_at',
      customerId,
    )
    const chosen = random.chance(0.4) ? open.slice(-2) : open
    const owed = chosen.reduce((sum, each) => sum + each.owed, 0)
    if (owed === 0) return
    const requestId = nameOf('payment')
    const amount = random.chance(0.3) ? owed : random.between(1, owed)
    const note = chosen === open ? oldestFirst : ''
    const by = random.chance(0.3) ? paidByOwn(amount) : { method: '01', amount }
    const input = { customerId, ...by, note, requestId }
    insist('a payment on account', { table: 'account_entry', requestId, amount }, () =>
      till.ask('manager', 'account.pay', {
        ...input,
        ...(chosen === open ? {} : { sales: chosen.map(({ id }) => id) }),
      }),
    )
  }

  /** Goods come back of a sale that was on credit. */
  const creditDebt = (): void => {
    const sales = till.read<{ id: number }>(
      'select invoice_id as id from customer_sale where credit > 0 order by invoice_id desc limit 12',
    )
    if (sales.length === 0) return
    const { failures } = machine.disk
    const input = { id: random.pick(sales).id, reason: '03', requestId: nameOf('debt-back') }
    void till.ask('manager', 'invoice.credit', input).then((reply) => {
      mark(reply.ok ? 23 : 24)
      expectKnown('a credit note on a debt', reply, failures, '801', '802', '003')
      if (reply.ok)
        acknowledged.push({ number: reply.data.number, total: reply.data.total, kind: 'creditNote' })
    })
  }

  const merge = (): void => {
    const [from, into] = till.read<{ id: number }>(
      'select id from customer where merged_into is null and credit_limit is not null order by id',
    )
    if (!from || !into) return
    const { failures } = machine.disk
    void till
      .ask('manager', 'account.merge', { from: from.id, into: into.id })
      .then((reply) => expectKnown('a merge', reply, failures, '801'))
  }

  /** More than the drawer holds, with an approval; then the same again with the same approval. */
  const payOut = (): void => {
    const [shift] = till.read<{ number: number }>(
      'select number from shift where id not in (select shift_id from shift_close)',
    )
    if (!shift) return
    const amount = 10_000_000_00 + random.between(0, 3)
    const ask = async (approval?: string) => {
      const requestId = nameOf('pay-out')
      const input = { number: shift.number, kind: 'payOut' as const, amount, reason: 'Supplier', requestId }
      const { failures } = machine.disk
      const reply = await till.ask('cashier', 'shift.addCash', input, approval)
      mark(reply.ok ? 25 : 26)
      expectKnown('a pay-out above the drawer', reply, failures, '001', '003')
      if (reply.ok) acknowledgedCash.push({ table: 'cash_movement', requestId, amount })
      return reply
    }
    const insistOnIt = async (): Promise<void> => {
      const first = await ask()
      if (first.ok) return broken('more than the drawer holds was paid out without approval')
      const asked = askedIn(first.error.data)
      const given = asked.length > 0 ? await approve(asked) : null
      if (!given) return
      time.after(given.waitMs, () => void use(given))
    }
    const use = async ({ token, right }: { token: string; right: boolean }): Promise<void> => {
      if (over() || !till.running()) return
      const reply = await ask(token)
      if (reply.ok && !right) broken('an approval was good for something else, or too late')
      if (reply.ok && till.running() && (await ask(token)).ok) broken('an approval was used twice')
    }
    void insistOnIt()
  }

  const debt = (): void => {
    const customerId = anybody()
    const act = random.pick(['sell', 'sell', 'sell', 'pay', 'pay', 'credit', 'merge', 'payOut'] as const)
    if (customerId === undefined || random.chance(0.1)) meet()
    else if (act === 'sell') sellOnCredit(customerId)
    else if (act === 'pay') pay(customerId)
    else if (act === 'credit') creditDebt()
    else if (act === 'merge') merge()
    else payOut()
  }

  /** Several at one moment, so that a run of 200 sales has enough of them. */
  const debts = (): void => {
    if (!till.running()) return
    debt()
    while (random.chance(0.7)) debt()
  }

  return { debts }
}

/** What is owed, computed anew from the documents' tenders and the payments. */
const debtOfRows = `select
  (select coalesce(sum(case invoice.kind when 'sale' then amount else -amount end), 0)
     from invoice_tender join invoice on invoice.id = invoice_id
     where method = 'credit' and source = 'till' and not exists
       (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn'))
  - (select coalesce(sum(amount), 0) from account_entry) as owed`

/** Changes with everything that changes a debt. */
const stateOfDebts = `select coalesce((select max(id) from invoice), 0) || '/' ||
  coalesce((select max(id) from account_entry), 0) || '/' || (select count(*) from customer where merged_into > 0) ||
  '/' || (select coalesce(sum(count), 0) from submission_count where state = 'withdrawn') as state`

/** Money went back while the sale was still owed. A note that is withdrawn does not count. */
const paidTooEarly = `select distinct sale.number as number from customer_sale
  join invoice sale on sale.id = customer_sale.invoice_id
  join invoice note on note.original_id = sale.id
  join invoice_tender on invoice_tender.invoice_id = note.id and method <> 'credit'
  where owed > 0 and not exists (select 1 from invoice other join submission on submission.invoice_id = other.id
    where other.original_id = sale.id and submission.state = 'withdrawn')`

/** Payments, after the one with an id, that left an older debt of the customer open. Merged customers stay out. */
const notOldestFirst = `select entry.number from account_entry entry where entry.id > ? and note = '${oldestFirst}' and exists
  (select 1 from customer_sale older, customer_sale paid join account_allocation part on part.invoice_id = paid.invoice_id
    where part.entry_id = entry.id and older.customer_id = entry.customer_id and older.owed > 0
      and paid.customer_id = entry.customer_id
      and (older.sold_at, older.invoice_id) < (paid.sold_at, paid.invoice_id))`

/** Sales, after the one with an id, above the limit of their customer without an approval. */
const aboveLimit = `select invoice.number, invoice_id as id from customer_sale sale join invoice on invoice.id = invoice_id
  where invoice_id > ? and credit > 0 and not exists (select 1 from approval where document = invoice.number)
    and (select sum(owed) from customer_sale where customer_id = sale.customer_id and invoice_id <= sale.invoice_id)
      > (select credit_limit from customer where id = sale.customer_id)`

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
