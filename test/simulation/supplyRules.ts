/** The rules of deliveries and counts, and what goods cost: computed anew from what happened. */
import type { AskedCount } from './counting.ts'
import type { Judged } from './invariants.ts'
import type { AskedDelivery, AskedLine } from './supply.ts'

/** What a count moved before a manager booked it. */
const movedUnbooked = `select record.number as what, record.id from stock_record record where record.id > ? and remark glob 'Count *'
  and not exists (select 1 from stock_count join stock_count_end on count_id = stock_count.id
    where act = 'booked' and remark = 'Count ' || stock_count.number)`

/** Was the confirmation of an invoice, or the approval of an entry, rejected or set aside? Then its goods go without it. */
const heldBack = `select 1 from audit where kind in ('refused', 'setAside') and row_id in
  (select submission.id from submission left join purchase on purchase.id = purchase_id
     left join customs_entry on customs_entry.id = customs_entry_id where coalesce(purchase.number, task) = ?)`

/** After each step. */
export const createSupplyCheck = ({ till, authority, broken }: Judged) => {
  let arrived = 0
  let moved = 0
  return (): void => {
    if (!till.running()) return
    for (; arrived < authority.stockRecords.length; arrived += 1) {
      const invoice = authority.stockRecords[arrived]?.unconfirmed
      if (invoice && till.read(heldBack, invoice).length === 0)
        broken(`the goods of ${invoice} came to the authority before it was confirmed or approved`)
    }
    for (const { what } of till.read<{ what: string }>(movedUnbooked, moved))
      broken(`${what} adjusts the stock of a count that nobody booked`)
    moved = till.read<{ id: number }>('select coalesce(max(id), 0) as id from stock_record')[0]?.id ?? 0
  }
}

const said = ({ itemId, units, expected, received, unitCost, total }: AskedLine): string =>
  `${received}/${expected} of ${itemId} by ${units ?? 100}, ${unitCost} each, ${total}`

/** The amount with a half rounded up; whole numbers of any size. */
const divided = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** The average cost of each item: what is on hand counts at its average, and what came in at its cost. */
const checkCosts = ({ till, broken }: Judged): void => {
  const came = Map.groupBy(
    till.read<{ delivery: number; item: number; received: number; cost: number }>(
      `select delivery_id as delivery, item_id as item, received, unit_cost as cost from delivery_line
         join item on item.id = item_id where received > 0 and item.type <> '3' order by delivery_line.id`,
    ),
    ({ delivery }) => delivery,
  )
  const items = new Map<number, { onHand: number; last: number | null; average: number | null }>()
  for (const { item, quantity, delivery } of till.read<{
    item: number
    quantity: number
    delivery: number | null
  }>(
    `select item_id as item, quantity, delivery.id as delivery from movement
       left join delivery on delivery.stock_record_id = movement.stock_record_id order by movement.id`,
  )) {
    const kept = items.get(item) ?? { onHand: 0, last: null, average: null }
    items.set(item, kept)
    const line = delivery === null ? undefined : came.get(delivery)?.shift()
    if (delivery !== null && (line?.item !== item || line.received !== quantity))
      broken(
        `the delivery ${delivery} moved ${quantity} of ${item}, and took in ${line?.received} of ${line?.item}`,
      )
    if (line) {
      const held = kept.average === null ? 0 : Math.max(0, kept.onHand)
      const value = BigInt(kept.average ?? 0) * BigInt(held) + BigInt(line.cost) * BigInt(quantity)
      kept.average = divided(value, BigInt(held + quantity))
      kept.last = line.cost
    }
    kept.onHand += quantity
  }
  for (const [delivery, lines] of came)
    if (lines.length > 0) broken(`${lines.length} lines of the delivery ${delivery} moved nothing`)
  for (const { id, last, average } of till.read<{ id: number; last: number | null; average: number | null }>(
    'select id, last_cost as last, average_cost as average from item',
  )) {
    const kept = items.get(id)
    if (last !== (kept?.last ?? null) || average !== (kept?.average ?? null))
      broken(
        `a unit of item ${id} cost ${last} and ${average}, and came in for ${kept?.last} and ${kept?.average}`,
      )
  }
}

/** Whatever a till has of deliveries: once per request, with what was asked for. */
export const checkDeliveries = (judged: Judged, deliveries: readonly AskedDelivery[]): void => {
  const { till, broken } = judged
  const asked = new Map(deliveries.map((delivery) => [delivery.requestId, delivery]))
  const lines = Map.groupBy(
    till.read<AskedLine & { request: string; invoice: string | null }>(
      `select request_id as request, purchase.number as invoice, item_id as itemId, units, expected, received,
         unit_cost as unitCost, delivery_line.total from delivery join delivery_line on delivery_id = delivery.id
         left join purchase on purchase.id = purchase_id order by delivery_line.id`,
    ),
    ({ request }) => request,
  )
  for (const [request, stored] of lines) {
    const known = asked.get(request)
    if (!known) broken(`a delivery is stored for ${request}, which nobody asked for`)
    else if (stored.map(said).join() !== known.lines.map(said).join() || stored[0]?.invoice !== known.invoice)
      broken(
        `${request} stored ${stored.map(said).join('; ')}, and asked for ${known.lines.map(said).join('; ')}`,
      )
  }
  for (const { number } of till.read<{ number: string }>(
    `select number from purchase where exists (select 1 from delivery where purchase_id = purchase.id) and
       (select act from purchase_decision where purchase_id = purchase.id order by id desc limit 1) = 'refused'`,
  ))
    broken(`the invoice ${number} is delivered and declined`)
  for (const { code } of till.read<{ code: string }>(
    `select supplier_code as code from supplier_item link where supplier_code glob 'CASE-*' and (item_id, units) is not
       (select line.item_id, line.units from delivery_line line where line.supplier_code = link.supplier_code
         order by line.id desc limit 1)`,
  ))
    broken(`the supplier's ${code} is remembered as something else than what came last`)
  checkCosts(judged)
}

interface CountStored {
  id: number
  number: number
  request: string
  act: 'booked' | 'dropped' | null
}

/** By item, what the stock records of a count have moved. What was undone since does not count. */
const movedBy = ({ till }: Judged, number: number): Map<number, number> => {
  const moved = new Map<number, number>()
  for (const { item, quantity } of till.read<{ item: number; quantity: number }>(
    `select item_id as item, quantity from movement join stock_record record on record.id = stock_record_id
       where remark = ? and record.number not glob '*/*'`,
    `Count ${number}`,
  ))
    moved.set(item, (moved.get(item) ?? 0) + quantity)
  return moved
}

const checkBooked = (judged: Judged, { id, number }: CountStored, asked: AskedCount): void => {
  const { till, broken } = judged
  const moved = movedBy(judged, number)
  const wanted = new Map([...asked.tallies].map(([item, { counted, onHand }]) => [item, { counted, onHand }]))
  for (const [item, onHand] of asked.missing ?? []) wanted.set(item, { counted: 0, onHand })
  const lines = till.read<{ item: number; counted: number; expected: number }>(
    'select item_id as item, counted, expected from stock_count_line where count_id = ?',
    id,
  )
  for (const { item, counted, expected } of lines) {
    const found = wanted.get(item)
    if (found ? found.counted !== counted || found.onHand !== expected : counted !== 0)
      broken(
        `count ${number} booked ${counted}/${expected} of ${item}, and people found ${JSON.stringify(found)}`,
      )
    if ((moved.get(item) ?? 0) !== counted - expected)
      broken(`count ${number} moved ${moved.get(item)} of ${item} for ${counted}/${expected}`)
  }
  const booked = new Set(lines.map(({ item }) => item))
  for (const item of new Set([...wanted.keys(), ...moved.keys()]))
    if (!booked.has(item)) broken(`count ${number} booked nothing of ${item}`)
}

/** Each entry that was acknowledged is there, once; a count is booked once, with what was found, or adjusts nothing. */
export const checkCounts = (judged: Judged, counts: readonly AskedCount[]): void => {
  const { till, broken } = judged
  const stored = new Map(
    till
      .read<CountStored>(
        `select id, number, request_id as request, act from stock_count
           left join (select count_id, act from stock_count_end) on count_id = id`,
      )
      .map((row) => [row.request, row]),
  )
  for (const asked of counts) {
    const row = stored.get(asked.requestId)
    stored.delete(asked.requestId)
    if (!row) {
      if (asked.id !== null) broken(`the count ${asked.id} was started, and is not there`)
      continue
    }
    const entries = till.read<{ uid: string; itemId: number; quantity: number }>(
      'select uid, item_id as itemId, quantity from stock_count_entry where count_id = ?',
      row.id,
    )
    const there = new Set(entries.map(({ uid }) => uid))
    for (const [uid, { acknowledged }] of asked.entries)
      if (acknowledged && !there.has(uid)) broken(`the entry ${uid} was acknowledged, and is not there`)
    for (const { uid, itemId, quantity } of entries) {
      const entry = asked.entries.get(uid)
      if (entry?.itemId !== itemId || entry.quantity !== quantity)
        broken(`the entry ${uid} is ${quantity} of ${itemId}, and was ${entry?.quantity} of ${entry?.itemId}`)
    }
    if ((asked.end?.acknowledged || row.act !== null) && row.act !== asked.end?.act)
      broken(`count ${row.number} is ${row.act}, and was ${asked.end?.act}`)
    if (row.act === 'booked') checkBooked(judged, row, asked)
  }
  for (const request of stored.keys()) broken(`a count is stored for ${request}, which nobody asked for`)
}
