/**
 * X, Z, a customer's statement and the cash book after a year of 500 sales a day, beside bare statements that read and
 * write the same.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { longestTurn } from '../support/loopWatch.ts'
import { fillCatalogue } from './catalogue.ts'
import { inTurns } from './measure.ts'
import { atMost, type Figure, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'
import { customerId, shifts, writeYear } from './year.ts'

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
/** A month. */
const time = { from: dayOf(Date.now() - 30 * dayMs), to: dayOf(Date.now()) }

const ofShift = `from invoice left join submission on submission.invoice_id = invoice.id where invoice.id > @after and
  shift_id is @shift and submission.state is not 'withdrawn'`
const withTable = (table: string) =>
  ofShift.replace('where', `join ${table} on ${table}.invoice_id = invoice.id where`)
/** What X reads. */
const sums = [
  `select invoice.kind, invoice.author_id, submission.state, count(*), sum(total), sum(taxable), sum(tax), sum(discount), sum(change),
    (select signature is not null from signature where invoice_id = invoice.id) as signed ${ofShift} group by 1, 2, 3, 10`,
  `select invoice.kind, invoice.author_id, count(*) ${ofShift.replace('@shift', 'null')} group by 1, 2`,
  `select invoice.kind, tax_type, sum(invoice_line.total), sum(invoice_line.taxable), sum(invoice_line.tax)
    ${withTable('invoice_line')} group by 1, 2`,
  `select invoice.kind, sold_at / 3600000 % 24, count(*), sum(total) ${ofShift} group by 1, 2`,
  `select invoice.kind, method, sum(invoice_tender.amount) ${withTable('invoice_tender')} group by 1, 2`,
  `select invoice.kind, count(*), sum(total) ${withTable('print')} and life = 'copy' group by 1`,
  `select kind, count(*), sum(amount) from cash_movement where shift_id = @shift group by 1`,
  `select method, count(*), sum(amount) from account_entry where shift_id = @shift group by 1`,
  `select act, approver_name, count(*), sum(amount) from approval where used_at >= @from group by 1, 2`,
  `select count(*), sum((select sum(value ->> '$.amount') from json_each(content, '$.goods'))) from audit
    where kind = 'priceChanged' and kind not in ('sale', 'stockRecord', 'signed', 'unsigned') and seq > @after`,
  `select count(*) ${ofShift} and not exists (select 1 from print where print.invoice_id = invoice.id)`,
  `select count(*) from submission where invoice_id is not null and state in ('queued', 'sending', 'unknown', 'refused')`,
  'select * from document_sum',
  'select * from parked_sale',
]

const newRow = {
  shift_close: `insert into shift_close (shift_id, uid, closed_at, author_id, author_name, expected, counted, note,
    figures, request_id) values (@shift, @uid, @at, 'USR01', 'Bench', 0, 0, 'Counted twice', @figures, @uid)`,
  cash_movement: `insert into cash_movement (uid, shift_id, kind, amount, reason, moved_at, author_id, author_name,
    request_id) values (@uid, @shift, 'payOut', 100, 'Milk', @at, 'USR01', 'Bench', @uid)`,
  audit: `insert into audit (at, kind, subject, row_id, who, content, hash)
    values (@at, 'cashOut', @shift, 1, 'Bench', @digest, @digest)`,
  account_entry: `insert into account_entry (uid, number, customer_id, kind, method, amount, shift_id, entered_at, day,
    author_id, author_name, request_id) values (@uid, (select next from counter where name = 'account'), @customer,
    'paid', 'cash', 100, @shift, @at, @day, 'USR01', 'Bench', @uid)`,
  account_allocation: `insert into account_allocation (entry_id, invoice_id, amount)
    values (last_insert_rowid(), @sale, 100)`,
  counter: `update counter set next = next + 1 where name = 'account'`,
}

/** Takes the closing back: a database lets nobody delete it. */
const reopen = (db: Sqlite.Database): void => {
  db.exec(`begin; insert into repair values ('bench'); delete from shift_close where shift_id = ${shifts};
    delete from repair; commit`)
}

/** The same from bare statements, in a copy of the database. */
const bareBooks = (db: Sqlite.Database) => {
  db.pragma('synchronous = FULL')
  const { after, opened } = db
    .prepare('select after_invoice as after, opened_at as opened from shift where id = ?')
    .get(shifts) as { after: number; opened: number }
  const values = { after, from: opened, shift: shifts, customer: customerId }
  const open = db.prepare(
    'select invoice_id from customer_sale where owed > 100 and customer_id = @customer order by 1',
  )
  const prepared = (sql: string) => {
    const statement = db.prepare(sql)
    return (more: object) => {
      const all: Record<string, unknown> = { ...values, ...more }
      const used = Object.entries(all).filter(([name]) => new RegExp(`@${name}\\b`).test(sql))
      const asked = Object.fromEntries(used)
      return statement.reader ? statement.all(asked) : statement.run(asked)
    }
  }
  const reads = sums.map(prepared)
  const x = () => reads.map((read) => read({}))
  const write = Object.fromEntries(Object.entries(newRow).map(([name, sql]) => [name, prepared(sql)]))
  const insert = db.transaction((tables: (keyof typeof newRow)[], more: object) => {
    const at = Date.now()
    const row = { uid: randomUUID(), at, day: dayOf(at), digest: '0'.repeat(64), ...more }
    for (const table of tables) write[table]?.(row)
  }).immediate
  const bought = `from customer_sale s join invoice on invoice.id = s.invoice_id where customer_id = @customer`
  const rows =
    prepared(`select number, s.sold_at, total, credit ${bought} and s.sold_at >= @from and not exists
      (select 1 from submission indexed by submission_withdrawn_invoice where invoice_id = s.invoice_id and
        state = 'withdrawn')
    union all select number, entered_at, amount, -amount from account_entry
      where customer_id = @customer and entered_at >= @from order by 2`)
  const owed = prepared('select sum(owed) from customer_sale where customer_id = @customer and owed <> 0')
  return {
    x,
    z: () => insert(['shift_close', 'audit'], { figures: JSON.stringify(x()) }),
    payOut: () => {
      reads[0]?.({})
      reads[6]?.({})
      insert(['cash_movement', 'audit'], {})
    },
    statement: () => [rows({ from: Date.now() - 30 * dayMs }), owed({})],
    pay: () => {
      const [sale] = open.pluck().all({ customer: customerId })
      insert(['account_entry', 'account_allocation', 'counter', 'audit'], { sale })
    },
  }
}

const ours = (till: BenchTill) => {
  const requestId = () => randomUUID()
  return {
    x: () => till.ask('shift.get', { number: shifts }),
    z: () =>
      till.ask('shift.close', {
        ...{ number: shifts, sum: 0, note: 'Counted twice', toReview: true, requestId: requestId() },
      }),
    payOut: () =>
      till.ask('shift.addCash', {
        ...{ number: shifts, kind: 'payOut', amount: 100, reason: 'Milk', requestId: requestId() },
      }),
    statement: () => till.ask('account.statement', { customerId, ...time }),
    pay: () => till.ask('account.pay', { customerId, method: '01', amount: 100, requestId: requestId() }),
  }
}

/** Milliseconds. */
const most = { whole: 300, turn: 50 }
const titles = {
  x: 'X: shift.get',
  z: 'Z: shift.close, durable',
  statement: 'a statement of a month, 300 entries: account.statement',
  payOut: 'a pay-out, compared with the drawer, durable: shift.addCash',
  pay: 'a payment on account, durable: account.pay',
}

export const booksSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, 5000)
  writeYear(till.file)
  const copy = join(till.dataDir, 'bare.db')
  copyFileSync(till.file, copy)
  const [db, bareDb] = [new Sqlite(till.file), new Sqlite(copy)]
  const [window, bare] = [ours(till), bareBooks(bareDb)]
  const figures: Figure[] = []
  for (const [name, title] of Object.entries(titles) as [keyof typeof titles, string][]) {
    const undo = (closed: Sqlite.Database) => (name === 'z' ? reopen(closed) : undefined)
    const longest = { wallMs: 0, cpuMs: 0 }
    const times = await inTurns(
      {
        ours: window[name],
        undone: () => undo(db),
        bare: bare[name],
        bareUndone: () => undo(bareDb),
      },
      { rounds: 60, warmUp: 20 },
    )
    for (let round = 0; round < 10; round += 1) {
      const turn = await longestTurn<unknown>(window[name])
      longest.wallMs = Math.max(longest.wallMs, turn.wallMs)
      longest.cpuMs = Math.max(longest.cpuMs, turn.cpuMs)
      undo(db)
    }
    figures.push(
      {
        name: title,
        ratio: times.ours.p50 / times.bare.p50,
        goal: atMost(Math.round(times.ours.p95), most.whole, ' ms'),
        times: times.ours,
      },
      { name: '  bare statements', times: times.bare },
      {
        name: '  the longest turn of the event loop',
        goal: atMost(Math.round(longest.cpuMs), most.turn, ' ms'),
        text: `${longest.cpuMs.toFixed(1)} computing (${longest.wallMs.toFixed(1)} passed)`,
      },
    )
  }
  db.close()
  bareDb.close()
  return { title: 'After a year of 500 sales a day', figures }
}
