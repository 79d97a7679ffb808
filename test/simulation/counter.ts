/** What else happens at a counter: exchanges, voided goods, training and proformas; and the rules that they keep. */
import type { OpenDb } from '../../db/engine/sqlite.ts'
import { dumpOf } from '../support/dump.ts'
import type { ActsOptions, ExpectKnown, Twice } from './acts.ts'
import { ownTender } from './cashBook.ts'
import type { Judged } from './invariants.ts'

/** Goods that were taken off an open sale. */
export interface GivenVoid {
  requestId: string
  answered: boolean
}

const cash = (amount: number) => ({ method: '01', amount: Math.ceil(amount / 100) * 100 })

/** The tables in which a paper that is no fiscal document leaves something. */
const ofPapers = new Set(['unofficial', 'audit', 'counter', 'journal_position', 'sqlite_sequence'])
const paperKinds = ['trainingSale', 'trainingCreditNote', 'proforma']

export const createCounter = ({
  seed,
  random,
  machine,
  time,
  till,
  goods,
  acknowledged,
  voids,
  mark,
  broken,
  over,
  expectKnown,
  sendTwice,
}: ActsOptions & { expectKnown: ExpectKnown; sendTwice: Twice }) => {
  let made = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const chosen = () => ({ item: random.pick(goods), quantity: random.between(1, 3) * 100 })
  type Chosen = ReturnType<typeof chosen>
  const linesOf = (lines: Chosen[]) => lines.map(({ item, quantity }) => ({ itemId: item.id, quantity }))
  const worth = (lines: Chosen[]) =>
    lines.reduce((sum, { item, quantity }) => sum + (item.price * quantity) / 100, 0)

  /** Some of a sale comes back, other goods go out, and the difference is paid or given back. */
  const exchange = async (): Promise<void> => {
    const [sale] = till.read<{ id: number; position: number; quantity: number }>(
      `select id, position, quantity from invoice join invoice_line on invoice_id = id where kind = 'sale'
         and source = 'till' and not exists (select 1 from invoice note where note.original_id = invoice.id)
         order by id desc limit 1 offset ?`,
      random.between(0, 30),
    )
    if (!sale) return
    const { id, position } = sale
    const items = [{ position, quantity: 100 * random.between(1, sale.quantity / 100) }]
    const own = { refundBy: '06', refundTenderId: ownTender.id }
    const by = random.chance(0.3) ? own : { refundBy: '01' }
    const { failures } = machine.disk
    const worthOf = await till.ask('manager', 'invoice.refundOf', { id, items, ...by })
    expectKnown('what comes back', worthOf, failures, '801', '802', '003')
    if (!worthOf.ok) return
    const { refund } = worthOf.data
    const lines = Array.from({ length: random.between(1, 2) }, chosen)
    const due = worth(lines)
    const input = {
      lines: linesOf(lines),
      tenders: due + 100 > refund ? [cash(due + 100 - refund)] : [],
      returned: { id, reason: '03', returnStock: random.chance(0.5), items, refund, ...by },
      requestId: nameOf('exchange'),
    }
    let answered: string | null = null
    let refused = false
    const ask = (): void => {
      if (!till.running() || over()) return
      const before = machine.disk.failures
      void till.ask('manager', 'sale.complete', input).then((reply) => {
        mark(reply.ok ? 31 : 32)
        // Prices have changed, or the goods came back otherwise meanwhile.
        expectKnown('an exchange', reply, before, ...(answered === null ? ['801', '802', '003'] : []))
        if (!reply.ok) {
          refused ||= reply.error.code !== '905'
          return
        }
        const { number, total, returned } = reply.data
        if (!returned) return broken(`${number} takes nothing back`)
        if (answered === null) {
          const note = till.read<{ total: number }>(
            'select total from invoice where number = ?',
            returned.number,
          )
          acknowledged.push({ number, total, kind: 'sale' })
          acknowledged.push({ number: returned.number, total: note[0]?.total ?? 0, kind: 'creditNote' })
        } else if (answered !== number) broken(`one exchange was made twice, as ${answered} and ${number}`)
        answered = number
      })
    }
    const again = (): void => {
      if (answered !== null || refused || over()) return
      ask()
      time.after(random.between(1_000, 30_000), again)
    }
    again()
    sendTwice(0.3, 500, ask)
  }

  /** A window keeps an open sale. A line is taken off, and the rest is sold; or all of it is dropped. */
  const voidGoods = async (): Promise<void> => {
    const lines = [chosen(), chosen()]
    const requestId = nameOf('draft')
    const window = nameOf('window')
    const draftOf = (left: Chosen[]) => ({
      ...{ cart: { lines: linesOf(left) }, requestId },
      ...{ paying: false, tenders: [], asked: null },
    })
    const { failures } = machine.disk
    const kept = await till.ask('cashier', 'sale.keepDraft', { window, draft: draftOf(lines) })
    expectKnown('an open sale', kept, failures)
    if (!kept.ok) return
    const isLine = random.chance(0.6)
    const [off, left] = isLine ? [lines.slice(0, 1), lines.slice(1)] : [lines, []]
    const given = { requestId, answered: false }
    voids.push(given)
    const draft = isLine ? draftOf(left) : null
    const input = { window, requestId, voidId: nameOf('void'), goods: linesOf(off), draft }
    const press = async () => {
      const before = machine.disk.failures
      const voided = await till.ask('cashier', 'sale.void', input)
      mark(voided.ok ? 33 : 34)
      expectKnown('a void', voided, before)
      given.answered ||= voided.ok
      return voided.ok
    }
    const isVoided = await press()
    if (isVoided && random.chance(0.5)) await press()
    if (!isVoided || !isLine) return
    const paid = { lines: linesOf(left), tenders: [cash(worth(left) + 100)], requestId }
    const sold = await till.ask('cashier', 'sale.complete', paid)
    expectKnown('the rest of a sale', sold, failures, '003')
    if (sold.ok) acknowledged.push({ number: sold.data.number, total: sold.data.total, kind: 'sale' })
  }

  const dump = () => dumpOf((till.db() as OpenDb).raw)
  /** Makes a paper that is no fiscal document: nothing but papers may be another one afterwards. */
  const makePaper = (): void => {
    if (!till.running() || over()) return
    const lines = Array.from({ length: random.between(1, 2) }, chosen)
    const requestId = nameOf('paper')
    const kind = random.pick(['TS', 'TC', 'PS'] as const)
    const before = dump()
    const { failures } = machine.disk
    const sale = till.read<{ id: number }>(
      "select id from unofficial where label = 'TS' order by id desc limit 1",
    )
    const tenders = [cash(worth(lines) + 100)]
    const asking =
      kind === 'PS'
        ? till.ask('cashier', 'proforma.make', { cart: { lines: linesOf(lines) }, requestId })
        : kind === 'TC' && sale[0]
          ? till.ask('trainee', 'invoice.credit', { id: sale[0].id, reason: '03', requestId })
          : till.ask('trainee', 'sale.complete', { lines: linesOf(lines), tenders, requestId })
    void asking.then((reply) => {
      mark(reply.ok ? 35 : 36)
      expectKnown(`a paper (${kind})`, reply, failures, '802')
    })
    // Nothing else happens in this step.
    setImmediate(() => {
      if (!till.running()) return
      const after = dump()
      for (const [table, rows] of Object.entries(before))
        if (!ofPapers.has(table) && rows.join() !== after[table]?.join())
          broken(`a paper (${kind}) changed ${table}`)
      const others = (rows: unknown[] = []) => rows.filter((row) => !String(row).includes('"unofficial.'))
      if (others(before['counter']).join() !== others(after['counter']).join())
        broken(`a paper (${kind}) took a number of another series`)
      const known = new Set(before['audit'])
      const strange = after['audit']?.filter((row) => !known.has(row)) ?? []
      if (!strange.every((row) => paperKinds.some((each) => String(row).includes(`"kind":"${each}"`))))
        broken(`a paper (${kind}) left in the audit trail ${strange.join()}`)
    })
  }

  return {
    counter: (): void => {
      if (!till.running()) return
      const act = random.pick(['exchange', 'exchange', 'void', 'paper'] as const)
      if (act === 'exchange') void exchange()
      else if (act === 'void') void voidGoods()
      // In a step of its own.
      else time.after(1, makePaper)
    },
  }
}

/** An exchange is one transaction, and a void is written once. */
export const checkCounter = ({ till, broken }: Judged, voids: readonly GivenVoid[]): void => {
  for (const { number } of till.read<{ number: string }>(
    `select number from invoice note where request_id like 'exchange-% return' and not exists
       (select 1 from invoice sale where sale.request_id || ' return' = note.request_id)
     union all select number from invoice sale where request_id like 'exchange-%' and kind = 'sale' and not exists
       (select 1 from invoice note where note.request_id = sale.request_id || ' return')`,
  ))
    broken(`${number} is half of an exchange`)
  const written = new Map(
    till
      .read<{ subject: string; count: number }>(
        "select subject, count(*) as count from audit where kind = 'cartDropped' group by subject",
      )
      .map(({ subject, count }) => [subject, count]),
  )
  for (const { requestId, answered } of voids) {
    const count = written.get(requestId) ?? 0
    if (count > 1 || (answered && count === 0)) broken(`the void of ${requestId} is written ${count} times`)
  }
}
