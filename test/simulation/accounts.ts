/** Customers' debts, and acts that one person approves for another. Their rules: `accountRules.ts`. */
import type { ActAsked } from '../../core/contract/approval.ts'
import { profile } from '../../db/profile/schema.ts'
import type { ActsOptions, ExpectKnown } from './acts.ts'
import { type Insist, paidByOwn } from './cashBook.ts'

/** An approval that was given. Its reason names it. */
export interface GivenApproval {
  reason: string
  acts: readonly ActAsked[]
  /** It is used only after two minutes. */
  late: boolean
}

const creditLimit = 3_000_00
/** The note of a payment without chosen sales. */
export const oldestFirst = 'oldest first'

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

  /** As an upgrade leaves a credit sale from before there were accounts: it has no row in the audit trail. */
  const oweFromBefore = (customerId: number): void => {
    const [sale] = till.read<{ id: number; total: number; at: number }>(
      `select id, total, sold_at as at from invoice where kind = 'sale' and source = 'till' and superseded = 0
         and not exists (select 1 from customer_sale where invoice_id = invoice.id)
         and not exists (select 1 from invoice note where note.original_id = invoice.id)
         and not exists (select 1 from submission where invoice_id = invoice.id and state in ('refused', 'withdrawn'))
         order by id desc limit 1`,
    )
    if (!sale) return
    const { id, total, at } = sale
    const row = {
      invoice_id: id,
      customer_id: customerId,
      credit: total,
      earlier: 1,
      sold_at: at,
      owed: total,
    }
    try {
      till.db().transaction(() => till.db().run(profile.insertInto('customer_sale').values(row as never)))
    } catch {
      // The disk fails now and then.
    }
  }
  /** A manager marks open sales as paid before; those that are not from before must be refused. */
  const markPaid = (customerId: number): void => {
    const open = till.read<{ id: number; earlier: 0 | 1 }>(
      'select invoice_id as id, earlier from customer_sale where customer_id = ? and owed > 0',
      customerId,
    )
    const before = open.filter(({ earlier }) => earlier === 1)
    const chosen = before.length > 0 && random.chance(0.8) ? before : open
    if (chosen.length === 0) return
    const requestId = nameOf('paid-before')
    const kept = { table: 'account_entry' as const, requestId, amount: 0 }
    const input = { customerId, sales: chosen.map(({ id }) => id), note: 'The old book', requestId }
    insist('a mark of paid before', kept, async () => {
      const reply = await till.ask('manager', 'account.markPaid', input)
      // Goods may have come back since it was pressed.
      if (reply.ok) kept.amount = reply.data.amount
      return reply
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
    const act = random.pick([
      ...(['sell', 'sell', 'sell', 'pay', 'pay', 'credit', 'merge', 'payOut'] as const),
      ...(['before', 'mark'] as const),
    ])
    if (customerId === undefined || random.chance(0.1)) meet()
    else if (act === 'sell') sellOnCredit(customerId)
    else if (act === 'pay') pay(customerId)
    else if (act === 'credit') creditDebt()
    else if (act === 'merge') merge()
    else if (act === 'before') time.after(1, () => till.running() && oweFromBefore(customerId))
    else if (act === 'mark') markPaid(customerId)
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
