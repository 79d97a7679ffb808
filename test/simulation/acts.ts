/** The acts of people and other software at a till: each act lists its allowed answers, and records acknowledgements. */
import type { Reply } from '../../core/contract/errors.ts'
import { createAccounts, type GivenApproval } from './accounts.ts'
import type { ModelAuthority } from './authority.ts'
import { createCashBook, type KeptCash, paidByOwn } from './cashBook.ts'
import { type AskedAdjustment, createChores } from './chores.ts'
import { createCounter, type GivenVoid } from './counter.ts'
import { type AskedCount, createCounting } from './counting.ts'
import { type AskedDecision, createCustomsActs } from './customsActs.ts'
import type { Acknowledged } from './invariants.ts'
import { type AskedOrder, createOrderActs } from './orderActs.ts'
import type { Random } from './random.ts'
import { type AskedDelivery, createSupply } from './supply.ts'
import type { Machine, Till } from './till.ts'
import type { Time } from './time.ts'
import { type AskedTransfer, createTransferActs } from './transferActs.ts'

export interface Goods {
  id: number
  code: string
  price: number
  service: boolean
  category: string
}

/** Breaks a rule unless the answer is a success, a code that is allowed, or explained by a disk that failed meanwhile. */
export type ExpectKnown = (act: string, reply: Reply<unknown>, failures: number, ...allowed: string[]) => void

export interface ActsOptions {
  seed: number
  random: Random
  machine: Machine
  time: Time
  authority: ModelAuthority
  till: Till
  goods: Goods[]
  acknowledged: Acknowledged[]
  acknowledgedCash: KeptCash[]
  /** Approvals that were given. */
  approvals: GivenApproval[]
  /** Goods that were taken off open sales. */
  voids: GivenVoid[]
  deliveries: AskedDelivery[]
  counts: AskedCount[]
  transfers: AskedTransfer[]
  decisions: AskedDecision[]
  orders: AskedOrder[]
  adjustments: AskedAdjustment[]
  /** Lets the trace feel that something happened. */
  mark(value: number): void
  broken(rule: string): void
  narrate: ((line: string) => void) | undefined
  /** People press twice, and callers are not sure. */
  twice: boolean
  /** Nobody asks any more. */
  over(): boolean
}

/** Acts that repeat: the same again with a chance, at once or up to `longestMs` later. */
export type Twice = (chance: number, longestMs: number, ask: () => void) => void

const money = (cents: number) => cents / 100

/** The tolerance of a moment, for whole seconds and the time of an answer; milliseconds. */
const slackMs = 5_000

export const createActs = (options: ActsOptions) => {
  const { seed, random, machine, time, authority, till, goods, acknowledged, mark, broken, narrate, over } =
    options
  let made = 0
  const { disk } = machine

  /** The same at the same moment, or a little later. */
  const twice: Twice = (chance, longestMs, ask) => {
    if (!random.chance(chance)) return
    const ms = random.pick([0, random.between(0, longestMs)])
    if (!options.twice) return
    if (ms === 0) ask()
    else time.after(ms, ask)
  }

  /** The disk may refuse; everything else that goes wrong in an ordinary act is a fault of ours. */
  const expectKnown: ExpectKnown = (act, reply, failures, ...allowed) => {
    narrate?.(`${act}: ${reply.ok ? 'done' : `${reply.error.code} ${reply.error.message}`}`)
    if (reply.ok || allowed.includes(reply.error.code)) return
    if (reply.error.code === '905' && disk.failures > failures) return
    // Near midnight a clock of two hours' doubt leaves the date open.
    if (machine.doubtMs > 0 && /does not know the date/.test(reply.error.message)) return
    broken(`${act} answered ${reply.error.code} ${reply.error.message}`)
  }

  /** A sale bears the authority's time, wherever the computer's clock was set to since. */
  const checkMoment = (number: string, begun: number): void => {
    const [sold] = till.read<{ at: number }>('select sold_at as at from invoice where number = ?', number)
    const slack = slackMs + 2 * machine.doubtMs
    if (sold && (sold.at < begun - slack || sold.at > time.now() + slack))
      broken(`${number} bears ${new Date(sold.at).toISOString()}`)
  }

  /** Rings up at the till; asks again with the same request when the answer did not come. */
  const sell = (): void => {
    const count = random.between(1, 3)
    // Now and then more than the authority knows to be there: refused until somebody has seen to it.
    const most = random.chance(0.01) ? 2_000 : 3
    const lines = Array.from({ length: count }, () => ({
      item: random.pick(goods),
      quantity: random.between(1, most) * 100,
    }))
    const worth = () => lines.reduce((sum, { item, quantity }) => sum + (item.price * quantity) / 100, 0)
    const due = worth()
    const own = random.chance(0.2)
    const requestId = `request-${made++}-${seed}`
    const input = {
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
      // Cash is whole shillings here.
      tenders: [own ? paidByOwn(due) : { method: '01', amount: Math.ceil(due / 100) * 100 }],
      requestId,
    }
    let answered: string | null = null
    const begun = time.now()
    const before = till.syncs()
    let forget = (): void => {}
    // One at a time: a till that refuses for an hour would be asked twice as often with each minute.
    const askIn = (ms: number): void => {
      forget()
      forget = time.after(ms, ask)
    }
    const ask = () => {
      if (answered !== null || over()) return
      if (!till.running()) return void askIn(1_000)
      const failures = disk.failures
      void till.ask('manager', 'sale.complete', input).then((reply) => {
        mark(reply.ok ? 1 : 2)
        // Its goods cost more now: the customer leaves. Only cash may be too much.
        const tooLittle = answered === null && (own ? worth() !== due : worth() > due)
        expectKnown(
          reply.ok ? `the sale ${reply.data.number}` : 'a sale',
          reply,
          failures,
          ...(tooLittle ? ['003'] : []),
        )
        if (!reply.ok && reply.error.code === '003') return
        if (!reply.ok) return void askIn(random.between(500, 3_000))
        const { number, total } = reply.data
        if (till.syncs() === before) broken(`${number} was acknowledged before the journal had it for good`)
        checkMoment(number, begun)
        if (answered === null) acknowledged.push({ number, total, kind: 'sale' })
        else if (answered !== number) broken(`one request was rung up twice, as ${answered} and ${number}`)
        answered = number
      })
      askIn(60_000)
    }
    ask()
    twice(0.1, 20, ask)
  }

  /** Other software submits a sale under its own number, twice at once now and then, and repeats it until it knows. */
  const submitOne = (): void => {
    const item = random.pick(goods)
    const quantity = random.between(1, 3)
    const total = item.price * quantity
    const taxable = Math.round((total * 100) / 116)
    const number = `S-${seed}-${made++}`
    const body = {
      transaction: { invcNo: number, pmtTyCd: '01' },
      lineItems: [
        {
          itemCd: item.code,
          itemNm: 'Goods',
          qtyUnitCd: 'U',
          taxTyCd: 'B' as const,
          prc: money(item.price),
          qty: quantity,
          taxblAmt: money(taxable),
          taxAmt: money(total - taxable),
          totAmt: money(total),
        },
      ],
    }
    let known = false
    let refusals = 0
    const ask = () => {
      if (known || over() || refusals > 5) return
      if (!till.running()) return void time.after(1_000, ask)
      const failures = disk.failures
      void till.ask('software', 'sale.submit', body).then((reply) => {
        mark(reply.ok ? 3 : Number(reply.error.code))
        expectKnown(`the submitted sale ${number}`, reply, failures, '003', '004', '005', '006')
        if (known) return
        if (!reply.ok && reply.error.code === '003') refusals += 1
        const result = reply.ok ? reply.data : reply.error.code === '004' ? reply.error.data : undefined
        if (result) {
          known = true
          acknowledged.push({ number, total, kind: 'sale' })
          const there = authority.sales[(result as { cisInvcNo: number }).cisInvcNo - 1]
          if (there?.trader !== number) broken(`${number} was answered with another's signature`)
        }
      })
      time.after(30_000, ask)
    }
    ask()
    twice(0.15, 3_000, ask)
  }

  /** Several at one moment now and then: their sales share a commit. */
  const submit = (): void => {
    submitOne()
    while (random.chance(0.2)) submitOne()
  }

  /** A customer returns a sale, or some of each line of one. A second press refunds nothing. */
  const credit = (): void => {
    if (!till.running()) return
    const lines = till.read<{ id: number; position: number; quantity: number }>(
      `select invoice_id as id, position, quantity from invoice_line where invoice_id =
         (select i.id from invoice i where i.kind = 'sale'
            and (select count(*) from invoice c where c.original_id = i.id) < ? order by i.id limit 1 offset ?)`,
      random.pick([1, 3]),
      random.between(0, 20),
    )
    const [first] = lines
    if (!first) return
    const part = () =>
      lines.map(({ position, quantity }) => ({ position, quantity: 100 * random.between(0, quantity / 100) }))
    const input = {
      id: first.id,
      reason: '03',
      returnStock: random.chance(0.5),
      requestId: `back-${made++}-${seed}`,
      ...(random.chance(0.5) ? { items: part() } : {}),
    }
    let answered: string | null = null
    const failures = disk.failures
    const ask = () =>
      void till.ask('manager', 'invoice.credit', input).then((reply) => {
        mark(reply.ok ? 4 : 5)
        // Nothing may be chosen, or more than is left.
        expectKnown('a credit note', reply, failures, '801', '802', ...(input.items ? ['003'] : []))
        if (!reply.ok) return
        const { number, total } = reply.data
        if (answered === null) acknowledged.push({ number, total, kind: 'creditNote' })
        else if (answered !== number) broken(`one request was credited twice, as ${answered} and ${number}`)
        answered = number
      })
    ask()
    twice(0.2, 500, ask)
  }

  /** Other software takes back one unit of a sale of its own, under its default number. */
  const creditPart = (): void => {
    if (!till.running()) return
    const [line] = till.read<{ number: string; code: string; unit_price: number }>(
      `select i.number, l.item_code as code, l.unit_price from invoice i join invoice_line l on l.invoice_id = i.id
       where i.kind = 'sale' and i.source = 'software' and i.superseded = 0 order by i.id desc limit 1 offset ?`,
      random.between(0, 60),
    )
    if (!line) return
    const taxable = Math.round((line.unit_price * 100) / 116)
    const trdInvcNo = `C-${seed}-${made++}`
    const failures = disk.failures
    const ask = () =>
      void till
        .ask('software', 'creditNote.express', {
          orgInvcNo: line.number,
          trdInvcNo,
          reason: '02',
          lineItems: [
            {
              itemCd: line.code,
              itemNm: 'Goods',
              qtyUnitCd: 'U',
              taxTyCd: 'B',
              qty: 1,
              prc: money(line.unit_price),
              taxblAmt: money(taxable),
              taxAmt: money(line.unit_price - taxable),
              totAmt: money(line.unit_price),
            },
          ],
        })
        .then((reply) => {
          mark(reply.ok ? 8 : 9)
          expectKnown('a credit note of a part', reply, failures, '003', '004', '006', '801', '802')
        })
    ask()
    twice(0.2, 500, ask)
  }

  const { cash, insist } = createCashBook({ ...options, expectKnown, sendTwice: twice })
  return {
    ...{ sell, submit, credit, creditPart, cash },
    ...createAccounts({ ...options, expectKnown, insist }),
    ...createCounter({ ...options, expectKnown, sendTwice: twice }),
    ...createSupply({ ...options, expectKnown, insist }),
    ...createCounting({ ...options, expectKnown }),
    ...createTransferActs({ ...options, expectKnown, insist }),
    ...createCustomsActs({ ...options, expectKnown, insist }),
    ...createOrderActs({ ...options, expectKnown, insist }),
    ...createChores({ ...options, expectKnown }),
  }
}
