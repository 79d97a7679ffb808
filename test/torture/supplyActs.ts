/** Counts, deliveries, transfers and customs of tortured tills, and what must hold of them. */
import { randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'

type Said = (kept: string) => void
type Call = <T>(name: string, input: unknown) => Promise<T>

interface Shown {
  invoice: { id: number }
  lines: { quantity: number }[]
}

/** `owner`, `cashier`: the windows of two people. */
export const createSupplyActs = async (owner: Call, cashier: Call) => {
  const { items } = await owner<{ items: { id: number }[] }>('item.list', { filter: 'goods', limit: 1 })
  const sugar = {
    name: 'Sugar',
    ...{ type: '2', taxType: 'B', price: 150_00, itemClass: '5313160900' },
  }
  const itemId = (items[0] ?? (await owner<{ id: number }>('item.save', sugar))).id
  const { others } = await owner<{ others: unknown[] }>('transfer.branches', {})
  if (others.length === 0) await owner('reference.sync', {})

  /** The count that a killed till left open, or a new one. */
  const startCount = async (said: Said): Promise<number> => {
    const { counts } = await owner<{ counts: { id: number; end: object | null }[] }>('count.list', {
      limit: 1,
    })
    const [last] = counts
    if (last && last.end === null) return last.id
    const requestId = randomUUID()
    const { id } = await owner<{ id: number }>('count.start', { scope: 'list', itemIds: [itemId], requestId })
    said(`stock_count ${requestId}`)
    return id
  }

  const count = async (said: Said): Promise<void> => {
    const id = await startCount(said)
    for (const [call, quantity] of [
      [cashier, 300],
      [owner, 450],
    ] as const) {
      const entry = { uid: randomUUID(), itemId, quantity }
      await call('count.enter', { id, entries: [entry] })
      said(`stock_count_entry ${entry.uid}`)
    }
    const booked = { id, sure: true, requestId: randomUUID() }
    await owner('count.book', booked)
    said(`stock_count_end ${booked.requestId}`)
  }

  /** A press that is repeated: the answer was lost. */
  const twice = async (
    said: Said,
    name: string,
    input: { requestId: string },
    table = 'delivery',
  ): Promise<void> => {
    const first = await owner<{ id: number }>(name, input)
    said(`${table} ${input.requestId}`)
    const again = await owner<{ id: number }>(name, input)
    if (again.id !== first.id) throw new Error(`${name} was done twice`)
  }

  const enterDelivery = (said: Said): Promise<void> =>
    twice(said, 'delivery.enter', {
      requestId: randomUUID(),
      ...{ kind: 'purchased', supplierName: 'Soko', lines: [{ itemId, quantity: 250, unitCost: 80_00 }] },
    })

  const deliverInvoice = async (said: Said): Promise<void> => {
    await owner('delivery.fetch', {})
    const { invoices } = await owner<{ invoices: { id: number }[] }>('delivery.invoices', { filter: 'open' })
    const [first] = invoices
    if (!first) return enterDelivery(said)
    const { lines } = await owner<Shown>('delivery.invoice', { id: first.id })
    await twice(said, 'delivery.deliver', {
      requestId: randomUUID(),
      ...{
        invoiceId: first.id,
        lines: lines.map(({ quantity }) => ({ itemId, units: 100, received: quantity })),
      },
    })
  }

  const moveByHand = async (said: Said, name: 'transfer.send' | 'transfer.enter'): Promise<void> => {
    const { others } = await owner<{ others: { id: string }[] }>('transfer.branches', {})
    const [other] = others
    if (!other) throw new Error('No branch is known')
    const requestId = randomUUID()
    const lines = [{ itemId, quantity: 50 }]
    await twice(said, name, { requestId, ...{ branchId: other.id, lines, remark: requestId } }, 'transfer')
  }

  /** Goods go to another branch, and come from it: as the authority lists them, or by hand. */
  const transfer = async (said: Said): Promise<void> => {
    await moveByHand(said, 'transfer.send')
    await owner('transfer.fetch', {})
    const { arrivals } = await owner<{ arrivals: { id: number }[] }>('transfer.arrivals', { filter: 'open' })
    const [first] = arrivals
    if (!first) return moveByHand(said, 'transfer.enter')
    const { lines } = await owner<{ lines: { quantity: number }[] }>('transfer.arrival', { id: first.id })
    const requestId = randomUUID()
    const received = lines.map(({ quantity }) => ({ itemId, received: quantity }))
    const input = { requestId, ...{ arrivalId: first.id, lines: received, remark: requestId } }
    await twice(said, 'transfer.receive', input, 'transfer')
  }

  /** Goods at customs are approved, and every third rejected. */
  const decideEntry = async (said: Said): Promise<void> => {
    await owner('customs.fetch', {})
    const { entries } = await owner<{ entries: { id: number }[] }>('customs.list', { filter: 'waiting' })
    const entry = entries.at(-1)
    if (!entry) return
    const decided = { requestId: randomUUID(), entryId: entry.id, itemId }
    if (entry.id % 3 === 0)
      await twice(said, 'customs.reject', { ...decided, ...{ reason: 'Not ours' } }, 'customs_decision')
    else
      await twice(
        said,
        'customs.approve',
        { ...decided, ...{ units: 100, unitCost: 70_00 } },
        'customs_decision',
      )
  }
  return { count, enterDelivery, deliverInvoice, transfer, decideEntry }
}

/** The audit trail names each of these rows once. */
export const supplyRows = `select 'countStarted', id from stock_count union all select 'delivered', id from delivery
  union all select iif(act = 'booked', 'countBooked', 'countDropped'), count_id from stock_count_end
  union all select iif(direction = 'out', 'transferSent', 'transferReceived'), id from transfer
  union all select iif(act = 'approved', 'customsApproved', 'customsRejected'), id from customs_decision`

const movedByCount = `coalesce((select sum(quantity) from movement join stock_record record on record.id = stock_record_id
  join stock_count on remark = 'Count ' || stock_count.number
  where stock_count.id = line.count_id and movement.item_id = line.item_id), 0)`

/** What no moment leaves behind: a text, and what counts it. */
export const brokenSupply: Record<string, string> = {
  'counts moved other goods than they booked': `stock_count_line line where counted - expected <> ${movedByCount}`,
  'counts booked something else than what was entered': `stock_count_line line where counted <>
    coalesce((select sum(quantity) from stock_count_entry entry where entry.count_id = line.count_id
      and entry.item_id = line.item_id), 0)`,
  'booked counts have not all of their lines': `stock_count_end ended where line_count <>
    (select count(*) from stock_count_line line where line.count_id = ended.count_id)`,
  'stock records are of counts that nobody booked': `stock_record where remark glob 'Count *' and not exists
    (select 1 from stock_count join stock_count_end on count_id = stock_count.id
      where act = 'booked' and remark = 'Count ' || stock_count.number)`,
  'deliveries moved other goods than they took in': `delivery where
    (select sum(received) from delivery_line where delivery_id = delivery.id) <>
    (select sum(quantity) from movement where movement.stock_record_id = delivery.stock_record_id)`,
  'goods came in without their cost': `item where average_cost is null and id in (select item_id from delivery_line)`,
  'transfers moved other goods than they say': `transfer where
    (select sum(iif(direction = 'out', -quantity, quantity)) from transfer_line where transfer_id = transfer.id) <>
    (select sum(quantity) from movement where movement.stock_record_id = transfer.stock_record_id)`,
  'stock records between branches are of no transfer': `stock_record record where type in ('04', '13') and not exists
    (select 1 from transfer where stock_record_id = record.id)`,
  'entries of customs have not one message for each decision': `customs_entry entry where
    (select count(*) from customs_decision where customs_entry_id = entry.id) <>
    (select count(*) from submission where submission.customs_entry_id = entry.id)`,
  'deliveries of customs are of no approval': `delivery where type = '01' and not exists
    (select 1 from customs_decision where delivery_id = delivery.id and act = 'approved')`,
  'deliveries have no confirmation of their invoice': `delivery where purchase_id is not null and not exists
    (select 1 from submission where submission.purchase_id = delivery.purchase_id)`,
}

/** As the authority's ledger names them. */
export interface SupplyLedger {
  stock: { itemCd: string; onHand: number }[]
  purchases: { request: { spplrTin: string; spplrInvcNo: number } }[]
  stockRecords: { request: { remark: string | null } }[]
  imports: { taskCd: string; imptItemSttsCd: string }[]
}

const names = (db: Sqlite.Database, sql: string): string[] => db.prepare(sql).pluck().all() as string[]

/** Each transfer is at the authority once, and each decision as it was made. */
const checkMoved = (db: Sqlite.Database, { stockRecords, imports }: SupplyLedger): string[] => {
  const moved = stockRecords.map(({ request }) => String(request.remark))
  const status = new Map(imports.map((entry) => [entry.taskCd, entry.imptItemSttsCd]))
  const decisions = `select task || ' ' || iif(act = 'approved', '3', '4') from customs_decision
    join customs_entry on customs_entry.id = customs_entry_id`
  return [
    ...names(db, 'select request_id from transfer where stock_record_id is not null')
      .map((request) => ({ request, times: moved.filter((remark) => remark.endsWith(request)).length }))
      .filter(({ times }) => times !== 1)
      .map(({ request, times }) => `the transfer ${request} is ${times} times at the authority`),
    ...names(db, decisions)
      .filter((decision) => status.get(decision.slice(0, -2)) !== decision.slice(-1))
      .map((decision) => `the decision ${decision} is another at the authority`),
  ]
}

/**
 * Once everything is sent, the stock here is the authority's, and each delivered invoice, transfer and decision about an
 * entry of customs is there once.
 */
export const checkSupply = (db: Sqlite.Database, ledger: SupplyLedger): string[] => {
  const { stock, purchases } = ledger
  const there = new Map(stock.map(({ itemCd, onHand }) => [itemCd, Math.round(onHand * 100)]))
  const items = db
    .prepare("select authority_code as code, on_hand as onHand from item where type <> '3'")
    .all() as { code: string; onHand: number }[]
  const delivered = names(
    db,
    `select purchase.supplier_pin || ' ' || purchase.number from delivery join purchase on purchase.id = purchase_id`,
  )
  const confirmed = purchases.map(({ request }) => `${request.spplrTin} ${request.spplrInvcNo}`)
  return [
    ...checkMoved(db, ledger),
    ...items
      .filter(({ code, onHand }) => (there.get(code) ?? 0) !== onHand)
      .map(({ code, onHand }) => `${onHand} of ${code} are here, and ${there.get(code)} at the authority`),
    ...(delivered.toSorted().join() === confirmed.toSorted().join()
      ? []
      : [`${delivered.length} invoices are delivered, and ${confirmed.length} confirmed`]),
  ]
}
