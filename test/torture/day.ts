/**
 * A planned day of two shifts, with a kill at a random moment and the authority away over the first closing. Each Z must
 * say what the plan and the authority's ledger say, to the cent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Reply } from '../../core/contract/errors.ts'
import type { ShiftReport } from '../../core/contract/shift.ts'
import { createRandom } from '../simulation/random.ts'
import { type Practice, startPractice } from '../support/practice.ts'
import { startProcess, type TestProcess } from '../support/process.ts'
import {
  type Book,
  cashiers,
  catalogue,
  customers,
  type Day,
  methods,
  owner,
  planDay,
  type Step,
} from './dayPlan.ts'
import { checkKept, type Sent } from './kept.ts'
import { until } from './smallTill.ts'

export interface DayOptions {
  folder: string
  /** Days, each with one kill. */
  days: number
  seed: number
  sales: number
}

export interface DayReport {
  rounds: number
  documents: number
  kills: number
  /** Kills while a shift was being closed. */
  atClosings: number
  wrong: string[]
}

const pin = '471362'
const extent = { credits: 12, debts: 6, debtPayments: 9 }
/** More than any of them owes. */
const creditLimit = 100_000_00
type Line = Record<'taxTyCd', string> & Record<'taxblAmt' | 'taxAmt' | 'totAmt', number>
type Told = Sent & { request: Sent['request'] & { rcptTyCd: 'S' | 'R'; itemList: Line[] } }

const cents = (amount: number): number => Math.round(amount * 100)

/** The till's process, and who is at its windows. */
const createTill = (data: string, authority: Practice) => {
  let child: TestProcess<{ profile: string }>
  const people = new Map<string, string>()
  const reply = async (window: string, name: string, input: unknown) =>
    child.ask<Reply<unknown>>(JSON.stringify({ window, name, input }))
  const call = async <T>(window: string, name: string, input: unknown): Promise<T> => {
    const answer = await reply(window, name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.data as T
  }
  const start = async (): Promise<void> => {
    child = await startProcess('test/support/askedTill.ts', [data, authority.url])
    for (const [name, userId] of people) await call(name, 'session.unlock', { userId, pin })
  }
  return {
    call,
    start,
    file: () => join(data, 'apps', child.ready.profile, 'till.db'),
    allSent: () =>
      until('all is sent', async () => {
        const { waiting } = await call<{ waiting: number }>(owner, 'status.get', {})
        return waiting === 0
      }),
    kill: () => child.kill(),
    stop: () => child.stop(),
    /** Opens the shop: people, device, catalogue, customers. Answers the ids. */
    found: async (): Promise<{ items: number[]; buyers: number[] }> => {
      await start()
      await call(owner, 'workspace.createOwner', { name: owner, pin })
      await call(owner, 'device.initialize', {})
      await call(owner, 'settings.save', { roundCash: true })
      const { people: owners } = await call<{ people: { id: string }[] }>(owner, 'workspace.state', {})
      people.set(owner, owners[0]?.id ?? '')
      for (const name of cashiers) {
        const { id } = await call<{ id: string }>(owner, 'user.save', { name, role: 'cashier', pin })
        people.set(name, id)
        await call(name, 'session.unlock', { userId: id, pin })
      }
      const items: number[] = []
      for (const item of catalogue) {
        const made = await call<{ id: number }>(owner, 'item.save', {
          ...item,
          type: '3',
          itemClass: '8014160000',
        })
        items.push(made.id)
      }
      const buyers: number[] = []
      for (const [index, name] of customers.entries()) {
        const customer = { name, creditLimit, requestId: `customer-${index}` }
        buyers.push((await call<{ id: number }>(owner, 'customer.save', customer)).id)
      }
      return { items, buyers }
    },
  }
}

interface Done {
  number: string
  invoiceId: number
}

/** The call of a step; `done`: what the steps before it made. Repeating it changes nothing. */
const callOf = (
  step: Step,
  requestId: string,
  {
    done,
    items,
    buyers,
    shift,
  }: { done: (Done | undefined)[]; items: number[]; buyers: number[]; shift: number },
): [window: string, name: string, input: object] => {
  switch (step.act) {
    case 'open':
      return [step.by, 'shift.open', { sum: step.float, requestId }]
    case 'sale': {
      const lines = step.lines.map(({ item, units }) => ({ itemId: items[item], quantity: units * 100 }))
      const buyer = step.customer === undefined ? {} : { buyer: { customerId: buyers[step.customer] } }
      return [step.by, 'sale.complete', { lines, ...buyer, tenders: step.tenders, requestId }]
    }
    case 'account': {
      const { amount, method } = step
      return [step.by, 'account.pay', { customerId: buyers[step.customer], amount, method, requestId }]
    }
    case 'credit': {
      const returned = step.units.map((units, index) => ({ position: index + 1, quantity: units * 100 }))
      const { refundBy } = step
      const id = done[step.sale]?.invoiceId
      return [owner, 'invoice.credit', { id, reason: '06', items: returned, refundBy, requestId }]
    }
    case 'correct':
      return [owner, 'invoice.changePayment', { id: done[step.sale]?.invoiceId, tenders: step.tenders }]
    case 'move': {
      const { kind, amount } = step
      const moved = kind === 'noSale' ? {} : { amount }
      return [step.by, 'shift.addCash', { number: shift, kind, ...moved, reason: 'Change', requestId }]
    }
    case 'close':
      return [step.by, 'shift.close', { number: shift, sum: step.counted, note: 'Counted', requestId }]
  }
}

const same = (what: string, here: unknown, expected: unknown): string[] =>
  JSON.stringify(here) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(here)} instead of ${JSON.stringify(expected)}`]

const byName = <T extends { name?: string; method?: string | null }>(rows: T[]): T[] =>
  rows.toSorted((one, other) =>
    String(one.name ?? one.method).localeCompare(String(other.name ?? other.method)),
  )

/** Compares a Z with the plan's book and, for what the authority knows, with its ledger. */
const compare = (z: ShiftReport, book: Book, told: Told[]): string[] => {
  const of = (kind: 'S' | 'R') => told.filter(({ request }) => request.rcptTyCd === kind)
  const sign = ({ request }: Told) => (request.rcptTyCd === 'S' ? 1 : -1)
  const total = (rows: Told[]) => rows.reduce((sum, row) => sum + sign(row) * cents(row.request.totAmt), 0)
  const lines = told.flatMap((row) => row.request.itemList.map((line) => ({ ...line, sign: sign(row) })))
  const taxes = [...new Set(lines.map(({ taxTyCd }) => taxTyCd))].toSorted().map((taxType) => {
    const own = lines.filter(({ taxTyCd }) => taxTyCd === taxType)
    const sum = (name: 'totAmt' | 'taxblAmt' | 'taxAmt') =>
      own.reduce((all, line) => all + line.sign * cents(line[name]), 0)
    return { taxType, total: sum('totAmt'), taxable: sum('taxblAmt'), tax: sum('taxAmt') }
  })
  return [
    ...same('documents', z.all.documents, book.documents.length),
    ...same('sales', [z.sales.documents, z.sales.total], [of('S').length, total(of('S'))]),
    ...same('credit notes', [z.creditNotes.documents, z.creditNotes.total], [of('R').length, total(of('R'))]),
    ...same(
      'taxes',
      z.taxes.map(({ percent: _, ...rest }) => rest),
      taxes,
    ),
    ...same('cashiers', byName(z.cashiers), byName(book.cashiers)),
    ...same(
      'payments',
      byName(z.payments.map(({ method, paid, refunded }) => ({ method, paid, refunded }))),
      byName(book.payments),
    ),
    ...same('rounding', z.rounding, book.rounding),
    ...same(
      'on account',
      byName(z.onAccount.map(({ method, count, total: amount }) => ({ method, count, total: amount }))),
      byName(book.onAccount),
    ),
    ...same('drawer', z.drawer, book.drawer),
    ...same(
      'cash',
      z.tenders.find(({ method }) => method === methods['01']),
      {
        method: 'cash',
        expected: book.drawer.expected,
        counted: book.counted,
        difference: book.counted - book.drawer.expected,
      },
    ),
  ].map((rule) => `Z ${z.shift.number}, ${rule}`)
}

const zReports = (file: string): ShiftReport[] => {
  const db = new Sqlite(file, { readonly: true })
  const rows = db.prepare('select figures from shift_close order by shift_id').pluck().all() as string[]
  db.close()
  return rows.map((figures) => JSON.parse(figures) as ShiftReport)
}

/** Lives one day; answers its broken rules. */
const liveDay = async (
  folder: string,
  seed: number,
  { steps, books, owed }: Day,
): Promise<Omit<DayReport, 'rounds'>> => {
  const random = createRandom(seed + 1)
  const authority = await startPractice()
  const till = createTill(join(folder, 'till'), authority)
  const closing = steps.findIndex(({ act }) => act === 'close')
  // A closing in one run of three, else any step.
  const killAt = random.chance(0.33)
    ? random.pick([closing, steps.length - 1])
    : random.between(0, steps.length - 1)
  const away = { from: Math.max(closing - 40, 0), to: Math.min(closing + 20, steps.length - 1) }
  const done: (Done | undefined)[] = []
  const wrong: string[] = []
  try {
    const { items, buyers } = await till.found()
    // A sale whose item is not registered yet may be sent after later ones.
    await till.allSent()
    let shift = 0
    for (const [place, step] of steps.entries()) {
      if (place === away.from || place === away.to) await authority.setOffline(place === away.from)
      if (step.act === 'open') shift += 1
      const [window, name, input] = callOf(step, `request-${place}`, { done, items, buyers, shift })
      const ask = () => till.call<Done>(window, name, input)
      if (place === killAt) {
        void ask().catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, random.between(0, step.act === 'close' ? 20 : 4)))
        await till.kill()
        await till.start()
      }
      done[place] = await ask()
      // A button is pressed twice now and then, that of a closing always.
      if (step.act === 'close' || random.chance(0.1)) wrong.push(...same(name, await ask(), done[place]))
    }
    await till.allSent()
    for (const [index, customerId] of buyers.entries()) {
      const { owed: here } = await till.call<{ owed: number }>(owner, 'account.get', { customerId })
      wrong.push(...same(`${customers[index]} owes`, here, owed[index]))
    }
    const file = till.file()
    const { sales } = await authority.control<{ sales: Told[] }>('GET', '/ledger')
    const numbers = done.flatMap((one) => (one?.number && one.invoiceId ? [one.number] : []))
    wrong.push(...checkKept(file, numbers, sales))
    const reports = zReports(file)
    wrong.push(...same('Z reports', reports.length, books.length))
    for (const [index, z] of reports.entries()) {
      const book = books[index]
      const own = new Set(book?.documents.map((place) => done[place]?.number))
      if (book)
        wrong.push(
          ...compare(
            z,
            book,
            sales.filter(({ request }) => own.has(request.trdInvcNo)),
          ),
        )
    }
    return { documents: sales.length, kills: 1, atClosings: steps[killAt]?.act === 'close' ? 1 : 0, wrong }
  } finally {
    await till.stop()
    await authority.stop()
  }
}

export const liveDays = async ({ folder, days, seed, sales }: DayOptions): Promise<DayReport> => {
  const sum: DayReport = { rounds: days, documents: 0, kills: 0, atClosings: 0, wrong: [] }
  for (let day = 0; day < days; day += 1) {
    const place = mkdtempSync(join(folder, 'day-'))
    const own = seed * 1_000 + day
    const plan = planDay(own, { sales, ...extent })
    const { documents, kills, atClosings, wrong } = await liveDay(place, own, plan).catch((error: Error) => ({
      ...{ documents: 0, kills: 1, atClosings: 0, wrong: [error.message] },
    }))
    sum.documents += documents
    sum.kills += kills
    sum.atClosings += atClosings
    sum.wrong.push(...wrong.map((rule) => `seed ${own}: ${rule}`))
    rmSync(place, { recursive: true })
  }
  return sum
}
