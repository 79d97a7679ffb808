/** What people do at the tills of a branch. */
import type { InputOf } from '../../../core/contract/index.ts'
import { ownReasons } from '../../../core/contract/ownReasons.ts'
import type { ModelAuthority } from '../authority.ts'
import type { Random } from '../random.ts'
import { remarkOf } from '../suppliers.ts'
import type { Time } from '../time.ts'
import type { TillSide } from './tillSide.ts'

export interface PeopleOptions {
  random: Random
  /** Whether acts meet. */
  meeting: Random
  time: Time
  tills: readonly TillSide[]
  authority: ModelAuthority
  mark(value: number): void
  broken(rule: string): void
  narrate: ((line: string) => void) | undefined
  /** Nobody asks any more. */
  over(): boolean
}

export type PersonAct =
  | 'sell'
  | 'credit'
  | 'stockUp'
  | 'deliver'
  | 'makeItem'
  | 'setPrice'
  | 'setLetter'
  | 'resend'
  | 'park'
  | 'resume'
  | 'debt'

const isDisk = (error: { code: string }) => error.code === '905'

export const createPeople = (by: PeopleOptions) => {
  const { random, time, authority, mark, broken, narrate, over } = by
  let made = 0
  /** Who took each parked sale, by its uid. A copied till is the first one to the hub until it is paired anew. */
  const takers = new Map<string, { name: string; origin: string }>()

  const said = (
    side: TillSide,
    act: string,
    reply: { ok: true } | { ok: false; error: { code: string; message: string } },
    ...allowed: string[]
  ): void => {
    narrate?.(`${side.name}: ${act}: ${reply.ok ? 'done' : `${reply.error.code} ${reply.error.message}`}`)
    mark(reply.ok ? 1 : Number(reply.error.code))
    if (reply.ok || isDisk(reply.error) || allowed.includes(reply.error.code)) return
    broken(`${side.name}: ${act} answered ${reply.error.code} ${reply.error.message}`)
  }

  /** Asks again with the same request when no answer came. */
  const sell = (side: TillSide): void => {
    const goods = side.goods()
    if (goods.length === 0) return
    const lines = Array.from({ length: random.between(1, 3) }, () => ({
      item: random.pick(goods),
      quantity: random.between(1, 3) * 100,
    }))
    made += 1
    const requestId = `request-${made}`
    let answered = false
    side.asking += 1
    const end = () => {
      answered = true
      side.asking -= 1
    }
    let input: InputOf<'sale.complete'> | undefined
    const ask = (): void => {
      if (answered || over()) return
      time.after(40_000, ask)
      if (!side.till.running()) return
      const prices = new Map(side.goods().map(({ id, price }) => [id, price]))
      const due = lines.reduce(
        (sum, { item, quantity }) => sum + ((prices.get(item.id) ?? 0) * quantity) / 100,
        0,
      )
      // The window repeats what it asked, also at prices that changed since.
      input ??= {
        lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
        tenders: [{ method: '01', amount: due }],
        requestId,
      }
      void side.till.ask('cashier', 'sale.complete', input).then((reply) => {
        if (answered) return
        said(side, reply.ok ? `the sale ${reply.data.number}` : 'a sale', reply, '003', '802')
        if (!reply.ok && isDisk(reply.error)) return
        end()
        if (reply.ok) side.kept.push(reply.data.number)
      })
    }
    ask()
  }
  const credit = (side: TillSide): void => {
    const [sale] = side.till.read<{ id: number }>(
      `select i.id from invoice i where i.kind = 'sale'
         and not exists (select 1 from invoice c where c.original_id = i.id) order by i.id desc limit 1 offset ?`,
      random.between(0, 6),
    )
    if (!sale) return
    made += 1
    const input = {
      id: sale.id,
      reason: '03',
      returnStock: random.chance(0.5),
      requestId: `take-back-${made}`,
    } as const
    void side.till.ask('manager', 'invoice.credit', input).then((reply) => {
      said(side, 'a credit note', reply, '801', '802', '003')
      if (reply.ok) side.kept.push(reply.data.number)
    })
  }
  const stockUp = (side: TillSide): void => {
    const goods = side.goods()
    if (goods.length === 0) return
    const lines = [{ itemId: random.pick(goods).id, quantity: random.between(1, 50) * 100 }]
    void side.till
      .ask('manager', 'stock.adjust', { kind: 'found', lines })
      .then((reply) => said(side, 'goods are found', reply))
  }
  /** By the number of a supplier's invoice. Each till hears of all of them, and its goods come to one. */
  const orderedAt = new Map<string, TillSide>()
  /** Half of them are taken in at once, others later. */
  const deliver = (side: TillSide): void => {
    const ordered = { quantity: 100 * random.between(1, 20), price: random.between(5_00, 900_00) }
    orderedAt.set(authority.invoiceUs([ordered]).number, side)
    if (random.chance(0.5)) void takeDelivery(side)
  }
  const takeDelivery = async (side: TillSide): Promise<void> => {
    const fetched = await side.till.ask('cashier', 'delivery.fetch', {})
    said(side, 'asking for invoices', fetched)
    const listed = await side.till.ask('manager', 'delivery.invoices', { filter: 'open' })
    const own = listed.ok ? listed.data.invoices.filter(({ number }) => orderedAt.get(number) === side) : []
    const goods = side.goods()
    if (own.length === 0 || goods.length === 0 || over()) return
    const { id, number } = random.pick(own)
    const shown = await side.till.ask('manager', 'delivery.invoice', { id })
    if (!shown.ok) return said(side, `the invoice ${number}`, shown)
    made += 1
    const lines = shown.data.lines.map(({ quantity }) => ({
      ...{ itemId: random.pick(goods).id, units: 100, received: quantity },
    }))
    const input = { requestId: `delivery-${made}`, invoiceId: id, lines, remark: remarkOf(number) }
    const delivered = await side.till.ask('manager', 'delivery.deliver', input)
    // Another request for it was faster.
    said(side, `the goods of the invoice ${number}`, delivered, '003', '004')
  }
  const makeItem = (side: TillSide): void => {
    made += 1
    const price = random.between(1, 500) * 100
    const item = { name: `Goods ${made}`, taxType: 'B', price, itemClass: '5313160900' } as const
    void side.till.ask('owner', 'item.save', item).then((reply) => {
      said(side, 'an item', reply)
      if (!reply.ok) return
      const lines = [{ itemId: reply.data.id, quantity: 1_000_00 }]
      void side.till
        .ask('owner', 'stock.adjust', { kind: 'opening', lines })
        .then((stocked) => said(side, 'its opening stock', stocked))
    })
  }
  const setPrice = (side: TillSide): void => {
    const goods = side.goods()
    if (goods.length === 0) return
    const { id, name, tax_type: taxType } = random.pick(goods)
    const price = random.between(1, 500) * 100
    void side.till
      .ask('owner', 'item.save', { id, name, taxType, price } as never)
      .then((reply) => said(side, 'a price', reply, '003'))
  }
  const setLetter = (side: TillSide): void => {
    // Always the same item: two sales with the new letter of one item and the old one of another have no order. Always at
    // one till: the sales under a letter that is not taken are held.
    if (side !== by.tills[0]) return
    const item = side.goods().find((each) => each.name === 'Goods 1')
    if (!item) return
    const { id, name, price, tax_type } = item
    const taxType = tax_type === 'B' ? 'C' : 'B'
    void side.till
      .ask('owner', 'item.save', { id, name, taxType, price })
      .then((reply) => said(side, `the letter ${taxType} of ${name}`, reply, '003'))
  }
  /** Opening stock is lost with a till that dies, or is put back to before. Goods that the branch has must come by themselves. */
  const takeIn = (side: TillSide): void => {
    const missing = side.till.read<{ id: number }>(
      `select distinct item.id from submission join item on item.id = remedy ->> 'itemId'
        where state = 'refused' and remedy ->> 'remedy' = 'addStock' and on_hand <= 0`,
    )
    const lines = missing.map(({ id }) => ({ itemId: id, quantity: 1_000_00 }))
    if (lines.length > 0)
      void side.till
        .ask('manager', 'stock.adjust', { kind: 'found', lines })
        .then((reply) => said(side, 'goods are missing', reply))
  }
  /** A manager sees to what was rejected. */
  const resend = (side: TillSide): void => {
    takeIn(side)
    const rejected = side.till.read<{ id: number; text: string }>(
      "select id, last_text as text from submission where state = 'refused'",
    )
    // Two tills credited one sale, each before it heard of the other.
    for (const { id, text } of rejected)
      if (text === ownReasons.creditedTwice)
        void side.till
          .ask('manager', 'queue.withdraw', { id, reason: text })
          .then((reply) => said(side, 'a withdrawal', reply, '003', '004'))
      else
        void side.till
          .ask('manager', 'queue.resend', { id })
          .then((reply) => said(side, 'a resend', reply, '003', '004', '801', '802'))
  }
  const park = (side: TillSide): void => {
    const goods = side.goods()
    if (goods.length === 0) return
    const cart = { lines: [{ itemId: random.pick(goods).id, quantity: 100 }] }
    void side.till
      .ask('cashier', 'sale.park', { cart } as never)
      .then((reply) => said(side, 'parking', reply))
  }
  const take = (side: TillSide, { id, uid }: { id: number | null; uid: string | null }): void => {
    made += 1
    const draft = { window: 'window-of-the-till', requestId: `resumed-${made}` }
    const which = uid === null ? { id: id as number } : { uid }
    void side.till.ask('cashier', 'sale.resume', { ...which, draft } as never).then((reply) => {
      said(side, `resuming ${uid}`, reply, '003')
      if (!reply.ok || uid === null) return
      const before = takers.get(uid)
      const taker = { name: side.name, origin: side.origin() }
      if (before !== undefined && before.origin !== taker.origin)
        broken(`I7 ${before.name} and ${taker.name} took one parked sale`)
      takers.set(uid, taker)
    })
  }
  /** In half the cases the cashiers of all tills take the same parked sale at once. */
  const resume = (side: TillSide): void => {
    void side.till.ask('cashier', 'sale.parked', {}).then((listed) => {
      if (!listed.ok || listed.data.sales.length === 0) return
      const sale = random.pick(listed.data.sales)
      const all = sale.uid !== null && by.meeting.chance(0.5)
      for (const each of all ? by.tills : [side]) if (each.till.running()) take(each, sale)
    })
  }
  /** Customers buy on credit at one till and pay at any, several in one minute. */
  const debt = (side: TillSide): void => {
    if (random.chance(0.8))
      time.after(random.between(1, 20_000), () => {
        if (!over()) debt(random.pick(by.tills))
      })
    if (side.till.running()) owe(side)
  }
  const owe = (side: TillSide): void => {
    const [customer] = side.till.read<{ id: number }>(
      'select id from customer where credit_limit is not null order by id * ? % 101 limit 1',
      random.between(1, 97),
    )
    const goods = side.goods()
    made += 1
    const requestId = `debt-of-${made}`
    if (!customer || random.chance(0.1)) {
      const input = { name: `Customer ${made}`, creditLimit: 9_000_000_00, requestId }
      void side.till
        .ask('manager', 'customer.save', input)
        .then((reply) => said(side, 'a customer', reply, '003'))
    } else if (goods.length > 0 && random.chance(0.5)) {
      const { id, price } = random.pick(goods)
      const input = {
        lines: [{ itemId: id, quantity: 100 }],
        tenders: [{ method: '02', amount: price }],
        buyer: { customerId: customer.id },
        requestId,
      }
      void side.till.ask('cashier', 'sale.complete', input).then((reply) => {
        said(side, 'a sale on credit', reply, '001', '003', '802')
        if (reply.ok) side.kept.push(reply.data.number)
      })
    } else void pay(side, customer.id, requestId)
  }
  const pay = async (side: TillSide, customerId: number, requestId: string): Promise<void> => {
    const account = await side.till.ask('cashier', 'account.get', { customerId })
    if (!account.ok) return said(side, 'an account', account)
    const owed = account.data.owed + account.data.elsewhere
    if (owed <= 0 || !side.till.running()) return
    const amount = random.chance(0.5) ? owed : random.between(1, owed)
    const paid = await side.till.ask('cashier', 'account.pay', {
      customerId,
      method: '01',
      amount,
      requestId,
    })
    // Another till took a payment meanwhile.
    said(side, 'a payment on account', paid, '003')
  }
  const acts = {
    sell,
    credit,
    stockUp,
    deliver,
    makeItem,
    setPrice,
    setLetter,
    resend,
    park,
    resume,
    debt,
  } satisfies Record<PersonAct, (side: TillSide) => void>
  /** A hub that was put back from a copy may have forgotten who took a parked sale. */
  return { ...acts, forgetTakers: () => takers.clear() }
}
