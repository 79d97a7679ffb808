/** What tortured tills do beside selling for cash: the cash book, debts, goods, and the rest of a counter. And what must hold of it. */
import { randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type { ActTable } from '../../core/contract/acts.ts'
import { type ShopTender, shippedTenders } from '../../core/fiscal/shopTenders.ts'
import type { Host } from '../../core/host/host.ts'
import { type Calls, openWindow } from '../support/window.ts'
import { brokenSupply, createSupplyActs, supplyRows } from './supplyActs.ts'

const cashier = 'Otieno'
const ownTender = {
  ...{ id: 'till-555', method: 'mobileMoney', name: 'Till 555' },
  ...{ reference: 'off', opensDrawer: false, on: true },
} satisfies ShopTender
type Said = (kept: string) => void

const answers =
  (ask: Calls) =>
  async <T>(name: string, input: unknown, approval?: string): Promise<T> => {
    const reply = await ask(name, input, approval)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.data as T
  }

interface Person {
  id: string
  name: string
  role: string
}

interface Shop {
  host: Host
  /** The window of its owner, who is signed in. */
  owner: Calls
  pin: string
  cart: { lines: { itemId: number; quantity: number }[]; total: number }
}

/**
 * Opens a shift, and returns the next of the acts in turn. It says what is kept: the number of a sale, or a table and the
 * request of its row.
 */
export const createBookActs = async ({ host, owner, pin, cart }: Shop) => {
  const call = answers(owner)
  const atTill = answers(openWindow(() => host, cashier))
  const { people } = await call<{ people: Person[] }>('workspace.state', {})
  const approver = people.find(({ role }) => role === 'owner')?.id ?? ''
  const userId =
    people.find(({ name }) => name === cashier)?.id ??
    (await call<{ id: string }>('user.save', { name: cashier, role: 'cashier', pin })).id
  await atTill('session.unlock', { userId, pin })
  const buyer = { name: 'Mama Achieng', creditLimit: 1_000_000_00, requestId: 'customer' }
  const { id: customerId } = await call<{ id: number }>('customer.save', buyer)
  const kept = await call<{ acts: ActTable; tenders: ShopTender[] }>('settings.get', {})
  const { acts: table } = kept
  if (!kept.tenders.some(({ id }) => id === ownTender.id))
    await call('settings.save', { tenders: [...shippedTenders, ownTender] })
  if (table.payOut.cashier !== 'approval')
    await call('settings.save', { acts: { ...table, payOut: { ...table.payOut, cashier: 'approval' } } })
  const shiftNow = async () =>
    (await call<{ open: { number: number } | null }>('shift.state', {})).open?.number ?? null
  const open = async (): Promise<string> => {
    const requestId = randomUUID()
    await call('shift.open', { sum: 1_000_00, requestId })
    return `shift ${requestId}`
  }
  if ((await shiftNow()) === null) await open()
  const { lines, total } = cart
  const supply = await createSupplyActs(call, atTill)

  const acts: ((said: Said) => Promise<void>)[] = [
    async (said) => {
      const requestId = randomUUID()
      const tenders = [{ method: '02', amount: cart.total }]
      const sale = { lines: cart.lines, buyer: { customerId }, tenders, requestId }
      said((await call<{ number: string }>('sale.complete', sale)).number)
    },
    async (said) => {
      const requestId = randomUUID()
      await call('account.pay', { customerId, method: '01', amount: cart.total - 1, requestId })
      said(`account_entry ${requestId}`)
    },
    supply.count,
    supply.transfer,
    supply.deliverInvoice,
    supply.decideEntry,
    async (said) => {
      const requestId = randomUUID()
      const number = await shiftNow()
      await atTill('shift.addCash', { number, kind: 'payIn', amount: 200_00, reason: 'Change', requestId })
      said(`cash_movement ${requestId}`)
    },
    async (said) => {
      const requestId = randomUUID()
      const number = await shiftNow()
      const asked = [{ act: 'payOut', amount: 100_00, document: String(number) }]
      const given = { userId: approver, pin, reason: requestId, acts: asked }
      const { token } = await atTill<{ token: string }>('approval.give', given)
      const paid = { number, kind: 'payOut', amount: 100_00, reason: 'Milk', requestId }
      await atTill('shift.addCash', paid, token)
      said(`cash_movement ${requestId}`)
      said(`approval ${requestId}`)
    },
    async (said) => {
      const requestId = randomUUID()
      await call('proforma.make', { cart: { lines }, requestId })
      said(`unofficial ${requestId}`)
    },
    // A sale by the shop's tender, and one in exchange for a part of it.
    async (said) => {
      const tenders = [{ method: '06', tenderId: ownTender.id, amount: total }]
      const sold = { lines, tenders, requestId: randomUUID() }
      const { invoiceId: id, number } = await call<{ invoiceId: number; number: string }>(
        'sale.complete',
        sold,
      )
      said(number)
      const items = [{ position: 1, quantity: 100 }]
      const { refund } = await call<{ refund: number }>('invoice.refundOf', { id, items, refundBy: '01' })
      const returned = { id, reason: '06', returnStock: true, items, refundBy: '01', refund }
      const exchanged = {
        lines,
        returned,
        tenders: [{ method: '01', amount: total }],
        requestId: randomUUID(),
      }
      const made = await call<{ number: string; returned: { number: string } }>('sale.complete', exchanged)
      said(made.number)
      said(made.returned.number)
    },
    supply.enterDelivery,
    async (said) => {
      const requestId = randomUUID()
      const draft = { cart: { lines }, requestId, paying: false, tenders: [], asked: null }
      await call('sale.keepDraft', { window: 'window-one', draft })
      const goods = { goods: lines, draft: null, voidId: randomUUID() }
      await call('sale.void', { window: 'window-one', requestId, ...goods })
      said(`audit ${requestId}`)
    },
    async (said) => {
      const requestId = randomUUID()
      await call('training.start', {})
      await call('sale.complete', { lines, tenders: [{ method: '01', amount: total }], requestId })
      await call('training.end', {})
      said(`unofficial ${requestId}`)
    },
    async (said) => {
      const requestId = randomUUID()
      const number = await shiftNow()
      await call('shift.close', { number, sum: 0, note: 'Counted', requestId })
      said(`shift_close ${requestId}`)
      said(await open())
    },
  ]
  let turn = 0
  return (said: Said): Promise<void> => (acts[turn++ % acts.length] as (typeof acts)[number])(said)
}

/** Whether what a till said it had kept is the number of a sale. */
export const isSale = (kept: string): boolean => !kept.includes(' ')

const keyOf: Record<string, string> = { approval: 'reason', audit: 'subject', stock_count_entry: 'uid' }

/** Returns what a till said it had kept, and does not have exactly once. */
export const missing = (db: Sqlite.Database, kept: readonly string[]): string[] => {
  const rows = new Map<string, number>()
  for (const table of [
    'invoice',
    ...new Set(kept.filter((each) => !isSale(each)).map((each) => each.split(' ')[0])),
  ]) {
    const key = table === 'invoice' ? 'number' : `'${table} ' || ${keyOf[table ?? ''] ?? 'request_id'}`
    for (const each of db.prepare(`select ${key} from ${table}`).pluck().all() as string[])
      rows.set(each, (rows.get(each) ?? 0) + 1)
  }
  return kept.filter((each) => rows.get(each) !== 1)
}

const bookRows = `(select 'shiftOpened' as kind, id from shift union all select 'shiftClosed', shift_id from shift_close
  union all select 'accountPaid', id from account_entry union all select 'approved', id from approval
  union all select iif(kind = 'payIn', 'cashIn', 'cashOut'), id from cash_movement
  union all select case label when 'TS' then 'trainingSale' else 'proforma' end, id from unofficial
  union all ${supplyRows})`
const sum = (what: string) => `coalesce((select sum(${what}), 0)`

/** What no moment leaves behind: a text, and what counts it. A tortured till corrects no payment. */
const broken: Record<string, string> = {
  'rows of the books are not once in the audit trail': `${bookRows} row where
    (select count(*) from audit where audit.kind = row.kind and row_id = row.id) <> 1`,
  'audit rows have no row of the books': `audit where kind in (select distinct kind from ${bookRows}) and not exists
    (select 1 from ${bookRows} row where row.kind = audit.kind and row.id = row_id)`,
  'payments are not the sum of their parts': `account_entry where amount <>
    ${sum('amount) from account_allocation where entry_id = account_entry.id')}`,
  'sales owe another sum than credit less payments': `customer_sale where owed <> credit -
    ${sum('amount) from account_allocation where invoice_id = customer_sale.invoice_id')}`,
  'shifts are open beside the last': `shift where id < (select max(id) from shift) and id not in
    (select shift_id from shift_close)`,
  'pay-outs of the cashier have no approval of their own': `cash_movement where author_name = '${cashier}' and
    kind = 'payOut' and (select count(*) from approval where reason = request_id) <> 1`,
  'credit notes are half of an exchange': `invoice note where request_id like '% return' and not exists
    (select 1 from invoice sale where sale.request_id || ' return' = note.request_id)`,
  'voids are written twice': `(select 1 from audit where kind = 'cartDropped' group by subject having count(*) > 1)`,
  'closings have another sum of the tender of the shop than their rows': `shift_close where
    coalesce((select sum(value ->> '$.total') from json_each(figures, '$.payments')
      where value ->> '$.tender' = '${ownTender.name}'), 0) <>
    ${sum(`iif(kind = 'sale', amount, -amount)) from invoice join invoice_tender on invoice_id = invoice.id
      where invoice.shift_id = shift_close.shift_id and tender_id = '${ownTender.id}'`)}`,
  'approvals were used for nothing': `approval where reason not in (select request_id from cash_movement)`,
  'closings expect another sum than the rows of their shift': `shift_close c join shift s on s.id = c.shift_id
    where c.expected <> s.float
      + ${sum(`iif(kind = 'sale', amount, -amount)) from invoice join invoice_tender on invoice_id = invoice.id
          where shift_id = s.id and method = 'cash'`)}
      - ${sum('change) from invoice where shift_id = s.id')}
      + ${sum(`amount) from account_entry where shift_id = s.id and method = 'cash'`)}
      + ${sum(`iif(kind = 'payIn', amount, -amount)) from cash_movement where shift_id = s.id`)}`,
}

/** Returns what is wrong with the books, in words. */
export const checkBooks = (db: Sqlite.Database): string[] =>
  Object.entries({ ...broken, ...brokenSupply }).flatMap(([text, from]) => {
    const count = Number(db.prepare(`select count(*) from ${from}`).pluck().get())
    return count === 0 ? [] : [`${count} ${text}`]
  })
