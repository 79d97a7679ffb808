/** The rules of customs, orders, corrections by hand, and records that settle a difference. */
import type { StockPayload } from '../../core/queue/records.ts'
import { whole } from '../../db/profile/payloads.ts'
import { settles } from './authority.ts'
import type { AskedAdjustment } from './chores.ts'
import type { AskedDecision } from './customsActs.ts'
import type { Judged } from './invariants.ts'
import type { AskedOrder } from './orderActs.ts'

const anySetAside = "select 1 from audit where kind = 'setAside' limit 1"
const settling = `select payload, packed from submission join stock_record on stock_record.id = stock_record_id
  where state in ('queued', 'sending', 'unknown', 'refused') and remark = '${settles}'`
const itemOf = (row: { payload: string; packed: Uint8Array | null }): number =>
  (JSON.parse(whole(row).payload) as StockPayload).lines[0]?.itemId ?? 0

/**
 * After each step: one record settles a difference, and wholly. If a record arrived twice while the other till moved
 * its item, nobody can say whether it arrived. It may then be there twice, and the difference that is settled is not
 * the other till's alone.
 */
export const createSettleCheck = ({ till, authority, broken }: Judged) => {
  let seen = 0
  const oursOf = (code: string): number | undefined =>
    till.read<{ ours: number }>('select on_hand as ours from item where authority_code = ?', code)[0]?.ours
  return (): void => {
    if (authority.movedElsewhere.size === 0 || !till.running()) return
    const items = till.read<Parameters<typeof itemOf>[0]>(settling).map(itemOf)
    if (new Set(items).size < items.length) broken('two records settle the difference of one item')
    for (const { code, left } of authority.unsettled.slice(seen))
      if (left !== 0 && authority.onHand(code) !== oursOf(code) && till.read(anySetAside).length === 0)
        broken(`a record that settles leaves a difference of ${left} of ${code}`)
    seen = authority.unsettled.length
  }
}

/** The goods of an approval are queued behind it. */
const notBehind = `select task as what from customs_decision decided join customs_entry entry on entry.id = decided.customs_entry_id
  join delivery on delivery.id = delivery_id join submission goods on goods.stock_record_id = delivery.stock_record_id
  where not exists (select 1 from submission_dependency join submission decision on decision.id = depends_on
    where submission_id = goods.id and decision.customs_entry_id = entry.id)`

/** Each decision about an entry of customs is one that was asked for, and a later one only follows a withdrawn rejection. */
export const checkCustoms = ({ till, broken }: Judged, decisions: readonly AskedDecision[]): void => {
  const asked = new Map(decisions.map((decision) => [decision.requestId, decision]))
  const stored = till.read<AskedDecision & { submissions: number; decided: number; approvals: number }>(
    `select request_id as requestId, task, act, item_id as itemId,
       (select count(*) from submission where customs_entry_id = entry.id) as submissions,
       (select count(*) from customs_decision each where each.customs_entry_id = entry.id) as decided,
       (select count(*) from customs_decision each where each.customs_entry_id = entry.id and act = 'approved') as approvals
     from customs_decision join customs_entry entry on entry.id = customs_entry_id`,
  )
  for (const { requestId, task, act, itemId, submissions, decided, approvals } of stored) {
    const known = asked.get(requestId)
    if (!known) broken(`a decision is stored for ${requestId}, which nobody asked for`)
    else if (known.task !== task || known.act !== act || known.itemId !== itemId)
      broken(`the decision ${requestId} of ${known.task} is ${act} of ${task} with ${itemId}`)
    if (submissions !== decided)
      broken(`${decided} decisions about ${task} are sent in ${submissions} messages`)
    if (approvals > 1) broken(`${task} is approved ${approvals} times`)
  }
  for (const { what } of till.read<{ what: string }>(notBehind))
    broken(`the goods of ${what} do not wait for their approval`)
}

/** At rest the authority has the decision that holds here, once accepted; and no other. */
export const checkCustomsEnd = ({ till, authority, broken }: Judged): void => {
  const held = till.read<{ task: string; state: string; act: string; code: string; aside: 0 | 1 }>(
    `select task, act, authority_code as code, (select state from submission
        where submission.customs_entry_id = entry.id order by id desc limit 1) as state,
      exists (select 1 from audit join submission on submission.id = row_id
        where audit.kind = 'setAside' and submission.customs_entry_id = entry.id) as aside
      from customs_decision join customs_entry entry on entry.id = customs_entry_id join item on item.id = item_id
      where customs_decision.id in (select max(id) from customs_decision group by customs_entry_id)`,
  )
  const decided = new Map(held.map((row) => [row.task, row]))
  for (const { task, ours } of authority.customs.entries) {
    const row = decided.get(task)
    const here = row?.state === 'accepted' ? `${row.act} as ${row.code}` : null
    const there = ours && `${ours.act} as ${ours.code}`
    if (here !== there && !row?.aside)
      broken(`the entry ${task} is ${here} here, and ${there} at the authority`)
  }
}

/** Each order is one that was asked for, and ends once; it was received with a delivery of its supplier since. */
export const checkOrders = ({ till, broken }: Judged, orders: readonly AskedOrder[]): void => {
  const asked = new Map(orders.map((order) => [order.requestId, order]))
  for (const { request, goods, end, act, delivered } of till.read<Record<string, string | null>>(
    `select request_id as request, (select group_concat(quantity || ' of ' || item_id, ',' order by position)
         from purchase_order_line where order_id = purchase_order.id) as goods, ended.request as end, act,
       exists (select 1 from delivery where id > after_delivery and id = ended.delivery_id
         and delivery.supplier_name = purchase_order.supplier_name) as delivered
     from purchase_order left join (select order_id, request_id as request, act, delivery_id from purchase_order_end)
       ended on order_id = purchase_order.id`,
  )) {
    const known = asked.get(String(request))
    const wanted = known?.lines.map(({ itemId, quantity }) => `${quantity} of ${itemId}`).join()
    if (wanted !== goods) broken(`the order ${request} is of ${goods}, and was of ${wanted}`)
    if (end && known?.ends.get(end) !== act)
      broken(`the order ${request} is ${act} for ${end}, which asked otherwise`)
    if (act === 'received' && !delivered) broken(`the order ${request} is received without a delivery`)
  }
}

/** By hand: 02 goods that came, 03 returned, 06 found, 15 waste, 16 lost or used. */
export const typeOf = {
  ...{ received: '02', returned: '03', found: '06', wasted: '15', lost: '16', ownUse: '16' },
} as const

/** What was corrected by hand moved the stock once, as a record of its kind. */
export const checkAdjustments = ({ till, broken }: Judged, adjustments: readonly AskedAdjustment[]): void => {
  const stored = Map.groupBy(
    till.read<{ remark: string; what: string }>(
      `select remark, record.type || ' ' || movement.quantity || ' of ' || item_id as what from stock_record record
         join movement on stock_record_id = record.id where remark glob '*by hand-*' and number not glob '*/*'`,
    ),
    ({ remark }) => remark.slice(remark.indexOf('by hand-')),
  )
  for (const { remark, kind, itemId, quantity, acknowledged } of adjustments) {
    const sign = typeOf[kind] <= '06' ? 1 : -1
    const wanted = `${typeOf[kind]} ${sign * quantity} of ${itemId}`
    const found = stored.get(remark)?.map(({ what }) => what) ?? []
    if (acknowledged ? found.length !== 1 : found.length > 1)
      broken(`${remark} is there ${found.length} times`)
    if (found.length > 0 && found[0] !== wanted) broken(`${kind} ${remark} is ${found[0]}, and was ${wanted}`)
  }
}
