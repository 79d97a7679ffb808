/** What people and other software do at a till: each act says what its answers may be, and keeps what was acknowledged. */
import type { Reply } from '../../core/contract/errors.ts'
import type { ModelAuthority } from './authority.ts'
import type { Acknowledged } from './invariants.ts'
import type { Random } from './random.ts'
import type { Till } from './till.ts'
import type { Time } from './time.ts'

export interface Goods {
  id: number
  code: string
  price: number
  service: boolean
}

export interface ActsOptions {
  seed: number
  random: Random
  time: Time
  authority: ModelAuthority
  till: Till
  goods: Goods[]
  acknowledged: Acknowledged[]
  /** Lets the trace feel that something happened. */
  mark(value: number): void
  broken(rule: string): void
  /** Nobody asks any more. */
  over(): boolean
}

const money = (cents: number) => cents / 100

export const createActs = (options: ActsOptions) => {
  const { seed, random, time, authority, till, goods, acknowledged, mark, broken, over } = options
  let made = 0

  /** The disk may refuse; everything else that goes wrong in an ordinary act is a fault of ours. */
  const expectKnown = (act: string, reply: Reply<unknown>, failures: number, ...allowed: string[]): void => {
    if (reply.ok || allowed.includes(reply.error.code)) return
    if (reply.error.code === '905' && till.diskFailures > failures) return
    broken(`${act} answered ${reply.error.code} ${reply.error.message}`)
  }

  /** Rings up at the till; asks again with the same request when the answer did not come. */
  const sell = (): void => {
    const count = random.between(1, 3)
    const lines = Array.from({ length: count }, () => ({
      item: random.pick(goods),
      quantity: random.between(1, 3) * 100,
    }))
    const total = lines.reduce((sum, { item, quantity }) => sum + (item.price * quantity) / 100, 0)
    const requestId = `request-${made++}-${seed}`
    const input = {
      lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
      tenders: [{ method: '01', amount: total }],
      requestId,
    }
    let answered: string | null = null
    const ask = () => {
      if (answered !== null || over()) return
      if (!till.running()) return void time.after(1_000, ask)
      const failures = till.diskFailures
      void till.ask('manager', 'sale.complete', input).then((reply) => {
        mark(reply.ok ? 1 : 2)
        expectKnown('a sale', reply, failures)
        if (!reply.ok) return void time.after(random.between(500, 3_000), ask)
        const { number, total } = reply.data
        if (answered === null) acknowledged.push({ number, total, kind: 'sale' })
        else if (answered !== number) broken(`one request was rung up twice, as ${answered} and ${number}`)
        answered = number
      })
      // A double press, or a person who is not sure.
      if (random.chance(0.1)) time.after(random.between(0, 20), ask)
      time.after(60_000, ask)
    }
    ask()
  }

  /** Other software submits a sale under its own number, twice at once now and then, and repeats it until it knows. */
  const submit = (): void => {
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
      const failures = till.diskFailures
      void till.ask('software', 'sale.submit', body).then((reply) => {
        mark(reply.ok ? 3 : Number(reply.error.code))
        expectKnown('a submitted sale', reply, failures, '003', '004', '005', '006')
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
      if (random.chance(0.15)) time.after(random.between(0, 3_000), ask)
      time.after(30_000, ask)
    }
    ask()
  }

  const credit = (): void => {
    if (!till.running()) return
    const [sale] = till.read<{ id: number }>(
      `select i.id from invoice i where i.kind = 'sale' and not exists (select 1 from invoice c where c.original_id = i.id)
       order by i.id limit 1 offset ?`,
      random.between(0, 20),
    )
    if (!sale) return
    const failures = till.diskFailures
    const ask = () =>
      void till
        .ask('manager', 'invoice.credit', { id: sale.id, reason: '03', returnStock: random.chance(0.5) })
        .then((reply) => {
          mark(reply.ok ? 4 : 5)
          expectKnown('a credit note', reply, failures, '801', '802')
          if (reply.ok)
            acknowledged.push({ number: reply.data.number, total: reply.data.total, kind: 'creditNote' })
        })
    ask()
    if (random.chance(0.2)) ask()
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
    const failures = till.diskFailures
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
    if (random.chance(0.2)) ask()
  }

  const adjust = (): void => {
    const shelf = goods.filter(({ service }) => !service)
    const item = random.pick(shelf)
    const failures = till.diskFailures
    void till
      .ask('manager', 'stock.adjust', {
        kind: random.pick(['received', 'found', 'wasted'] as const),
        lines: [{ itemId: item.id, quantity: random.between(1, 40) * 100 }],
      })
      .then((reply) => {
        mark(6)
        expectKnown('a stock record', reply, failures, '003')
      })
  }

  const makeItem = async (): Promise<void> => {
    const number = goods.length + 1
    const service = number % 5 === 0
    const price = random.between(5, 900) * 100
    const failures = till.diskFailures
    const reply = await till.ask('owner', 'item.save', {
      name: `Goods ${number}`,
      taxType: 'B',
      type: service ? '3' : '2',
      price,
    })
    expectKnown('an item', reply, failures)
    if (!reply.ok) return
    const { id, code } = reply.data
    if (!service) {
      const stocked = await till.ask('owner', 'stock.adjust', {
        kind: 'opening',
        lines: [{ itemId: id, quantity: 100_000 }],
      })
      expectKnown('opening stock', stocked, failures)
    }
    goods.push({ id, code, price, service })
  }

  /** A person sees to what the authority refused: sends it again, or gives it up. */
  const mend = (): void => {
    if (!till.running()) return
    const refused = till.read<{ id: number; kind: string; remedy: string | null }>(
      "select id, kind, remedy from submission where state = 'refused'",
    )
    const failures = till.diskFailures
    for (const { id, kind, remedy } of refused) {
      const { remedy: advice, itemId } = JSON.parse(remedy ?? '{}') as { remedy?: string; itemId?: number }
      // As the screen says: record what came in, then send it again.
      if (advice === 'addStock' && itemId)
        void till.ask('manager', 'stock.adjust', { kind: 'found', lines: [{ itemId, quantity: 5_000 }] })
      // An item whose registration is given up is sold all the same, for the authority to judge: that is not wanted here.
      const acting =
        kind === 'item' || random.chance(0.9)
          ? till.ask('manager', 'queue.resend', { id })
          : till.ask('manager', 'queue.withdraw', { id, reason: 'Not wanted any more' })
      void acting.then((reply) => {
        mark(7)
        expectKnown('mending', reply, failures, '003', '004', '801', '802')
      })
    }
    const paused = till.read<{ name: 'sales' }>('select name from lane where paused_reason is not null')
    for (const { name } of paused) void till.ask('manager', 'queue.resumeLane', { lane: name })
  }

  return { sell, submit, credit, creditPart, adjust, makeItem, mend }
}
