/** The drawer's money: shifts, cash in and out, closings, payments on account; and the rules that they keep. */
import type { Reply } from '../../core/contract/errors.ts'
import type { ShopTender } from '../../core/fiscal/shopTenders.ts'
import type { ActsOptions, ExpectKnown, Twice } from './acts.ts'
import type { Judged } from './invariants.ts'
import type { Till } from './till.ts'

/** An acknowledged act: the row of its request must stay as it is. */
export interface KeptCash {
  table: keyof typeof amountColumn
  requestId: string
  /** Cents: float, amount, counted, or total. Or how many lines, or units of one in hundredths. */
  amount: number
}

/** Of the owner's list, as some sales and payments of debts are paid. */
export const ownTender: ShopTender = {
  ...{ id: 'till-555', method: 'mobileMoney', name: 'Till 555' },
  ...{ reference: 'off', opensDrawer: false, on: true },
}
export const paidByOwn = (amount: number) => ({ method: '06', tenderId: ownTender.id, amount })

const openNumber = (till: Till): number | undefined =>
  till.read<{ number: number }>(
    'select number from shift where id not in (select shift_id from shift_close)',
  )[0]?.number

/** A person presses again until the till answers: nothing may happen twice, and nothing may be forgotten. */
export type Insist = (
  act: string,
  kept: KeptCash,
  ask: () => Promise<Reply<{ number?: number; id?: number }>>,
  /** Codes with which the till may reject it. */
  allowed?: string[],
) => void

export const createCashBook = ({
  seed,
  random,
  machine,
  time,
  till,
  mark,
  broken,
  over,
  acknowledgedCash,
  expectKnown,
  sendTwice,
}: ActsOptions & { expectKnown: ExpectKnown; sendTwice: Twice }) => {
  let made = 0

  const isStored = ({ table, requestId }: KeptCash): boolean =>
    till.read(`select 1 from ${table} where request_id = ?`, requestId).length > 0

  // Another person has opened or closed the shift meanwhile.
  const insist: Insist = (act, kept, ask, allowed = ['003']) => {
    let answered: number | undefined
    let refused = false
    const send = (): void => {
      if (!till.running() || over()) return
      const { failures } = machine.disk
      void ask().then((reply) => {
        mark(reply.ok ? 11 : 12)
        expectKnown(act, reply, failures, ...allowed)
        if (reply.ok) {
          const { number, id } = reply.data
          if (answered === undefined) acknowledgedCash.push(kept)
          else if (answered !== (id ?? number)) broken(`${act} was done twice`)
          answered = id ?? number
        } else if (allowed.includes(reply.error.code)) {
          refused = true
          if (isStored(kept)) broken(`${act} was rejected, and is done`)
        }
      })
    }
    const again = (): void => {
      if (answered !== undefined || refused || over()) return
      send()
      time.after(random.between(1_000, 60_000), again)
    }
    again()
    sendTwice(0.5, 500, send)
  }

  const cash = (): void => {
    if (!till.running()) return
    const requestId = `cash-${made++}-${seed}`
    const amount = random.between(1, 500) * 100
    const number = openNumber(till)
    // Two people open one now and then.
    if (number === undefined || random.chance(0.1)) {
      insist('opening a shift', { table: 'shift', requestId, amount }, () =>
        till.ask('manager', 'shift.open', { sum: amount, requestId }),
      )
    } else if (random.chance(0.3)) {
      insist(`closing shift ${number}`, { table: 'shift_close', requestId, amount }, () =>
        till.ask('manager', 'shift.close', { number, sum: amount, note: 'Counted', requestId }),
      )
    } else {
      const kind = random.pick(['payIn', 'payOut', 'drop', 'noSale'] as const)
      const moved = kind === 'noSale' ? {} : { amount }
      insist(
        `${kind} in shift ${number}`,
        { table: 'cash_movement', requestId, amount: moved.amount ?? 0 },
        () => till.ask('manager', 'shift.addCash', { number, kind, ...moved, reason: 'Change', requestId }),
      )
    }
  }

  return { cash, insist }
}

const amountColumn = {
  shift: 'float',
  cash_movement: 'amount',
  shift_close: 'counted',
  account_entry: 'amount',
  delivery: 'total',
  transfer: 'line_count',
  customs_decision: 'coalesce(units, 0)',
  purchase_order: 'line_count',
  purchase_order_end: '0',
} as const

/** What cash paid more than the prices, or returned less. */
const rounding = `(select coalesce(sum(case kind when 'sale' then -amount else amount end), 0)
  from invoice join invoice_tender on invoice_id = invoice.id and method = 'rounding' where shift_id = shift.id
    and not exists (select 1 from submission where invoice_id = invoice.id and state = 'withdrawn'))`

/** A Z computed anew from the documents, payments and cash movements of its shift. Money is cash, or the own tender. */
const differingReport = `select shift.number, shift_close.expected, figures ->> '$.all.total' as total,
    coalesce((select sum(case kind when 'sale' then total else -total end) from invoice
      where shift_id = shift.id and not exists
        (select 1 from submission where invoice_id = invoice.id and state = 'withdrawn')), 0) as sold,
    coalesce((select sum(case kind when 'sale' then amount else -amount end) from invoice
      join invoice_tender on invoice_tender.invoice_id = invoice.id
      where shift_id = shift.id and method in ('credit', 'mobileMoney') and not exists
        (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn')), 0) as unpaid,
    coalesce((select sum(amount) from account_entry where shift_id = shift.id and method = 'cash'), 0) as settled,
    float + coalesce((select sum(case kind when 'payIn' then amount else -amount end) from cash_movement
      where shift_id = shift.id), 0) + ${rounding} as moved
  from shift join shift_close on shift_close.shift_id = shift.id
  where shift.number > ? and (expected <> moved + sold - unpaid + settled or total <> sold)`

/** What the own tender brought and gave back in a shift, by its rows and by its Z. */
const differingTender = `select * from (select shift.number,
    coalesce((select sum(case kind when 'sale' then amount else -amount end) from invoice
      join invoice_tender on invoice_tender.invoice_id = invoice.id
      where shift_id = shift.id and tender_id = '${ownTender.id}' and not exists
        (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn')), 0) as paid,
    coalesce((select sum(amount) from account_entry where shift_id = shift.id and tender_id = '${ownTender.id}'), 0) as settled,
    coalesce((select sum(value ->> '$.total') from json_each(figures, '$.payments')
      where value ->> '$.tender' = '${ownTender.name}'), 0) as saysPaid,
    coalesce((select sum(value ->> '$.total') from json_each(figures, '$.onAccount')
      where value ->> '$.tender' = '${ownTender.name}'), 0) as saysSettled
  from shift join shift_close on shift_close.shift_id = shift.id where shift.number > ?)
  where paid <> saysPaid or settled <> saysSettled`

/** After each step: documents of a closed shift may be withdrawn later, and its Z stays. */
export const createZCheck = ({ till, broken }: Judged) => {
  let seen = 0
  return (): void => {
    if (!till.running()) return
    const [{ closed } = { closed: 0 }] = till.read<{ closed: number }>(
      'select count(*) as closed from shift_close',
    )
    if (closed === seen) return
    for (const { number, expected, total, moved = 0, sold = 0, unpaid = 0, settled = 0 } of till.read<
      Record<string, number>
    >(differingReport, seen))
      broken(
        `Z ${number} says ${expected} and ${total}; its rows say ${moved + sold - unpaid + settled} and ${sold}`,
      )
    for (const { number, paid, settled, saysPaid, saysSettled } of till.read<Record<string, number>>(
      differingTender,
      seen,
    ))
      broken(
        `Z ${number} says ${saysPaid} and ${saysSettled} of ${ownTender.name}; its rows say ${paid} and ${settled}`,
      )
    seen = closed
  }
}

/** The till's own documents while a shift is open. */
const inNoShift = `select number from invoice where source = 'till' and shift_id is null and id >
  (select after_invoice from shift where id not in (select shift_id from shift_close))`

export const checkCashBook = ({ till, broken }: Judged, kept: readonly KeptCash[]): void => {
  for (const { table, requestId, amount } of kept) {
    const [row] = till.read<{ amount: number }>(
      `select ${amountColumn[table]} as amount from ${table} where request_id = ?`,
      requestId,
    )
    if (row?.amount !== amount)
      broken(`${table} ${requestId} was acknowledged with ${amount}, and is ${row?.amount}`)
  }
  const shifts = till.read<{ number: number; closed: 0 | 1 }>(
    'select number, exists (select 1 from shift_close where shift_id = shift.id) as closed from shift order by id',
  )
  for (const [index, { number, closed }] of shifts.entries()) {
    if (number !== index + 1) broken(`shift ${index + 1} has the number ${number}`)
    if (!closed && index + 1 < shifts.length) broken(`shift ${number} is open, and a later one is there`)
  }
  for (const { number } of till.read<{ number: string }>(inNoShift))
    broken(`${number} was made in an open shift, and belongs to none`)
}
