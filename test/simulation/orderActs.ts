/** Orders to suppliers, which end once; and records that settle what another till of the branch did to the stock. */
import type { ActsOptions, ExpectKnown } from './acts.ts'
import { settles } from './authority.ts'
import type { Insist } from './cashBook.ts'

/** An order that somebody asked for. Hundredths. */
export interface AskedOrder {
  requestId: string
  lines: { itemId: number; quantity: number }[]
  /** The requests that may have ended it. */
  ends: Map<string, 'received' | 'cancelled'>
}

/** Deliveries by hand are of this supplier too. */
const supplierName = 'Jirani Wholesale'

export const createOrderActs = (options: ActsOptions & { expectKnown: ExpectKnown; insist: Insist }) => {
  const { seed, random, machine, time, authority, till, goods, orders, mark, over } = options
  const { expectKnown, insist } = options
  let made = 0
  let settling = 0
  const nameOf = (what: string): string => `${what}-${made++}-${seed}`
  const later = (ms: number) => new Promise<void>((resolve) => void time.after(ms, resolve))
  const shelf = () => goods.filter(({ service }) => !service)

  const make = (): void => {
    const chosen = new Set(Array.from({ length: random.between(1, 3) }, () => random.pick(shelf()).id))
    const lines = [...chosen].map((itemId) => ({ itemId, quantity: random.between(1, 5_000) }))
    const requestId = nameOf('order')
    orders.push({ requestId, lines, ends: new Map() })
    const kept = { table: 'purchase_order', requestId, amount: lines.length } as const
    insist('an order', kept, () => till.ask('manager', 'order.make', { requestId, supplierName, lines }), [])
  }

  /** An open order ends, now and then by two people. */
  const end = (): void => {
    const [open] = till.read<{ id: number; request: string }>(
      `select id, request_id as request from purchase_order
         where id not in (select order_id from purchase_order_end) order by id limit 1`,
    )
    const order = orders.find(({ requestId }) => requestId === open?.request)
    if (!open || !order) return
    const requestId = nameOf('order-end')
    const act = random.pick(['received', 'cancelled'] as const)
    order.ends.set(requestId, act)
    const kept = { table: 'purchase_order_end', requestId, amount: 0 } as const
    insist(`an order is ${act}`, kept, () =>
      till.ask('manager', 'order.end', { requestId, id: open.id, act }),
    )
  }

  interface Held {
    code: string
    /** Hundredths here, and at the authority. */
    ours: number
    theirs: number
    /** Documents of it are on their way. */
    open: 0 | 1
  }
  /** An item's stock, as the till knows it. */
  const heldOf = (itemId: number): Held | undefined =>
    till.read<Held>(
      `select authority_code as code, on_hand as ours, authority_on_hand as theirs, exists (select 1 from submission
         left join movement on movement.stock_record_id = submission.stock_record_id
         left join invoice_line on invoice_line.invoice_id = submission.invoice_id
         where state in ('queued', 'sending', 'unknown', 'refused') and
           item.id in (movement.item_id, invoice_line.item_id, submission.item_id)) as open
       from item where id = ? and authority_code is not null`,
      itemId,
    )[0]
  /** Nothing of the item is on its way, and all know the same of it. */
  const isQuiet = (held: Held | undefined): held is Held =>
    held?.open === 0 && held.ours === held.theirs && authority.onHand(held.code) === held.ours

  /** Until the authority has what is here: the till hears of a difference with its next record of the item. */
  const settleItem = async (itemId: number, code: string): Promise<void> => {
    for (;;) {
      await later(random.between(1_000, 20_000))
      if (over() || authority.movedElsewhere.get(code) === 0) return
      const held = till.running() ? heldOf(itemId) : undefined
      if (!held || held.open) continue
      if (held.ours === held.theirs && held.ours === authority.onHand(code)) return
      const { failures } = machine.disk
      if (held.ours === held.theirs) {
        const lines = [{ itemId, quantity: 100 }]
        void till.ask('manager', 'stock.adjust', { kind: 'found', lines }).then((reply) => {
          expectKnown('a record that hears of the difference', reply, failures)
        })
        continue
      }
      const input = {
        requestId: nameOf('settle'),
        itemId,
        difference: held.ours - held.theirs,
        reason: settles,
      }
      const ask = (requestId = input.requestId) =>
        void till.ask('manager', 'stock.settle', { ...input, requestId }).then((reply) => {
          mark(reply.ok ? 47 : 48)
          // Goods were sold in the meantime.
          expectKnown('settling a difference', reply, failures, '003', '004')
        })
      ask()
      // Its answer was lost, or another manager saw the difference too.
      if (options.twice && random.chance(0.5)) ask(random.pick([input.requestId, nameOf('settle')]))
    }
  }

  /** Another till moves an item's stock as soon as that can be said of it for sure. */
  const settle = async (): Promise<void> => {
    const { id } = random.pick(shelf())
    for (let looks = 0; looks < 50 && !over(); looks += 1) {
      const held = till.running() ? heldOf(id) : undefined
      if (isQuiet(held)) {
        if (!authority.moveElsewhere(held.code, random.pick([-1, 1]) * random.between(1, 900))) return
        return settleItem(id, held.code)
      }
      await later(random.between(200, 5_000))
    }
  }

  return {
    order: (): void => {
      if (till.running()) random.pick([make, make, end])()
    },
    settle: (): void => {
      settling += 1
      void settle().finally(() => {
        settling -= 1
      })
    },
    isSettled: (): boolean => settling === 0,
  }
}
