/** The rules of transfers: each once, with what was sent or counted, and nothing lost between the branches. */
import type { Judged } from './invariants.ts'
import { type AskedTransfer, byCode, type MovedLine } from './transferActs.ts'

interface Stored extends MovedLine {
  request: string
  direction: 'out' | 'in'
  branch: string
  arrival: string | null
}

const said = (lines: readonly MovedLine[]): string =>
  lines.map(({ itemId, expected, quantity }) => `${quantity}/${expected} of ${itemId}`).join()

const movedOtherwise = `select transfer.request_id as what from transfer where
  (select group_concat(item_id || ' ' || quantity, ',' order by id) from movement
     where movement.stock_record_id = transfer.stock_record_id) is not
  (select group_concat(item_id || ' ' || iif(direction = 'out', -quantity, quantity), ',' order by id) from transfer_line
     where transfer_id = transfer.id and quantity > 0)`

const takenInAndDismissed = `select request_id as what from transfer where arrival_id in (select arrival_id from
  arrival_decision last where act = 'dismissed' and id = (select max(id) from arrival_decision each
    where each.arrival_id = last.arrival_id))`

/** Whatever a till has of transfers: once per request, with what was asked for. */
export const checkTransfers = ({ till, broken }: Judged, transfers: readonly AskedTransfer[]): void => {
  const asked = new Map(transfers.map((transfer) => [transfer.requestId, transfer]))
  const lines = Map.groupBy(
    till.read<Stored>(
      `select request_id as request, direction, transfer.branch_id as branch, arrival.number as arrival,
         item_id as itemId, expected, quantity from transfer join transfer_line on transfer_id = transfer.id
         left join arrival on arrival.id = arrival_id order by transfer_line.id`,
    ),
    ({ request }) => request,
  )
  for (const [request, stored] of lines) {
    const known = asked.get(request)
    const [{ direction, branch, arrival }] = stored as [Stored]
    if (!known) broken(`a transfer is stored for ${request}, which nobody asked for`)
    else if (
      said(stored) !== said(known.lines) ||
      `${direction} ${branch} ${arrival}` !== `${known.direction} ${known.branch} ${known.arrival}`
    )
      broken(
        `the transfer ${request} is ${direction} of ${said(stored)}, and was ${known.direction} of ${said(known.lines)}`,
      )
  }
  for (const { what } of till.read<{ what: string }>(movedOtherwise))
    broken(`the transfer ${what} moved other goods than it says`)
  for (const { what } of till.read<{ what: string }>(takenInAndDismissed))
    broken(`the arrival of ${what} is taken in and dismissed`)
}

/** Wherever a person set a record aside, what became of it is not the authority's word. */
const settledTransfers = `select request_id as request, iif(direction = 'out', '13', '04') as type, branch_id as branch,
    (select group_concat(moved || ' of ' || authority_code, ',') from (select sum(abs(quantity)) as moved, authority_code
      from movement join item on item.id = item_id where movement.stock_record_id = transfer.stock_record_id
      group by item_id)) as goods,
    (select state from submission where submission.stock_record_id = transfer.stock_record_id) as state
  from transfer where not exists (select 1 from audit join submission on submission.id = audit.row_id
    where audit.kind = 'setAside' and submission.stock_record_id = transfer.stock_record_id)`

/** At rest: what was sent is what the authority lists at the other end, and what it lists has come, or is in transit. */
export const checkTransit = ({ till, authority, broken }: Judged): void => {
  for (const { request, type, branch, goods, state } of till.read<Record<string, string | null>>(
    settledTransfers,
  )) {
    const there = authority.stockRecords.filter((record) => record.remark.endsWith(String(request)))
    const [first] = there
    if (there.length !== (state === 'accepted' ? 1 : 0))
      broken(`the transfer ${request} is ${state} here, and ${there.length} times at the authority`)
    else if (
      first &&
      `${first.type} ${first.branch} ${byCode(first.items)}` !==
        `${type} ${branch} ${goods?.split(',').toSorted().join()}`
    )
      broken(`the transfer ${request} is of ${byCode(first.items)} at the authority, and of ${goods} here`)
  }
  const listed = till.read<{ what: string; goods: number; expected: number | null }>(
    `select arrival.branch_id || ' ' || number as what, (select sum(value ->> '$.quantity') from
       json_each(content, '$.lines')) as goods, (select sum(expected) from transfer join transfer_line
         on transfer_id = transfer.id where arrival_id = arrival.id) as expected from arrival`,
  )
  const here = new Map(listed.map((arrival) => [arrival.what, arrival]))
  for (const { from, number, lines } of authority.branches.arrivals) {
    const sent = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const arrival = here.get(`${from} ${number}`)
    if (arrival?.goods !== sent)
      broken(`branch ${from} sent ${sent} as ${number}; ${arrival?.goods} are known here`)
    else if (arrival.expected !== null && arrival.expected !== arrival.goods)
      broken(
        `${arrival.expected} of the ${sent} that branch ${from} sent as ${number} are no longer in transit`,
      )
    here.delete(`${from} ${number}`)
  }
  for (const what of here.keys()) broken(`the arrival ${what} is here, and nobody sent it`)
}
