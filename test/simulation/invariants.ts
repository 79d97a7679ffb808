/** The rules after every step, with any fault; and once more for everything at the end. */

import { join } from 'node:path'
import { breakText, createAuditCheck } from '../../core/audit/verifyChain.ts'
import { type OpenDb, openDb } from '../../db/engine/sqlite.ts'
import { aheadOfCustomer, owedOfSale } from '../../db/integrity/owed.ts'
import { rollForward } from '../../db/journal/rollForward.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { dumpOf } from '../support/dump.ts'
import type { ModelAuthority, SaleLine } from './authority.ts'
import type { Till } from './till.ts'

/** The acknowledged documents, which must never be lost. */
export interface Acknowledged {
  number: string
  /** Cents. */
  total: number
  kind: 'sale' | 'creditNote'
}

export interface Judged {
  till: Till
  authority: ModelAuthority
  broken(rule: string): void
}

interface DocumentRow {
  number: string
  /** The trader number, by which the authority knows the document. */
  trader: string
  kind: 'sale' | 'creditNote'
  total: number
  superseded: number
  submissions: number
  state: string
  authority_number: number | null
}

/** Did a person set this row of the queue aside? Then what became of it is not the authority's word. */
const wasSetAside = (row: string) =>
  `exists (select 1 from audit where kind = 'setAside' and row_id = ${row}.id)`

const documentQuery = `select i.number, coalesce(i.trader_number, i.number) as trader, i.kind, i.total, i.superseded, count(s.id) as submissions, s.state,
  s.authority_number from invoice i left join submission s on s.invoice_id = i.id`

const lineQuery = `select i.authority_code as code, l.quantity, l.total from invoice_line l
  left join item i on i.id = l.item_id where l.invoice_id = ? order by l.position`

/** Item by item: Kaunta sends one line as two where the tax needs it. */
const listed = (lines: SaleLine[]): string => {
  const items = new Map<string, { quantity: number; total: number }>()
  for (const { code, quantity, total } of lines) {
    const item = items.get(code) ?? { quantity: 0, total: 0 }
    items.set(code, { quantity: item.quantity + quantity, total: item.total + total })
  }
  return [...items]
    .map(([code, { quantity, total }]) => `${code} ${quantity} ${total}`)
    .toSorted()
    .join()
}

/** Whatever a query finds breaks a rule. */
const nothingOf = (
  { till, broken }: Judged,
  rules: [sql: string, words: (what: string) => string][],
): void => {
  for (const [sql, words] of rules)
    for (const { what } of till.read<{ what: string }>(sql)) broken(words(what))
}

/** The stored amounts of a document. */
const sums: [string, (what: string) => string][] = [
  [
    `select number as what from invoice where total <> (select sum(total) from invoice_line where invoice_id = id)
       or tax <> (select sum(tax) from invoice_line where invoice_id = id)
       or taxable <> (select sum(taxable) from invoice_line where invoice_id = id)`,
    (what) => `${what} is not the sum of its lines`,
  ],
  [
    `select number as what from invoice where source = 'till' and kind = 'sale'
       and tendered - change <> total`,
    (what) => `${what} was not paid as it says`,
  ],
  [
    `select l.lane as what from (select lane, state, count(*) as found from submission group by lane, state) l
       left join submission_count c on c.lane = l.lane and c.state = l.state where l.found <> coalesce(c.count, 0)`,
    (what) => `the counts of the lane ${what} are wrong`,
  ],
  [
    `select invoice_id as what from customer_sale where owed <> ${owedOfSale}`,
    (what) => `what is owed of the document ${what} is not its credit less credit notes and payments`,
  ],
  [
    `select name as what from customer where ahead <> ${aheadOfCustomer}`,
    (what) => `what ${what} paid ahead is not the payments less their parts`,
  ],
  [
    `select kind as what from document_sum d where (documents, total) <> (select count(*), coalesce(sum(total), 0)
       from invoice i where i.kind = d.kind and not exists
       (select 1 from submission s where s.invoice_id = i.id and s.state = 'withdrawn'))`,
    (what) => `the grand total of ${what} is not the sum of its documents`,
  ],
  [
    `select s.title as what from submission s where s.state = 'accepted' and s.kind in ('sale', 'creditNote')
       and not exists (select 1 from signature g where g.invoice_id = s.invoice_id)`,
    (what) => `${what} is accepted, and nothing of its signature is kept`,
  ],
  [
    `select title as what from submission where state = 'refused' and last_code in ('401', '403')
       and not ${wasSetAside('submission')}`,
    (what) => `${what} was withdrawn for want of a token`,
  ],
  [
    `select s.title as what from submission s where s.state = 'queued' and s.blockers <>
       (select count(*) from submission_dependency d where d.submission_id = s.id and d.met = 0)`,
    (what) => `${what} waits for another number of things than it says`,
  ],
]

/** The till's own numbers are one series: none is missing, none is twice, none comes before an earlier one. */
const checkOwnNumbers = ({ till, broken }: Judged): void => {
  const rows = till.read<{ number: string }>(
    "select number from invoice where source = 'till' and kind = 'sale' order by id",
  )
  for (const [index, { number }] of rows.entries()) {
    const [, own] = /-(\d+)$/.exec(number) ?? []
    if (Number(own) !== index + 1) {
      broken(`the till's sale ${index + 1} has the number ${number}`)
      return
    }
  }
}

/**
 * Accepted here and confirmed there, under the same number, or neither; what is on its way may be either. So may one
 * that was set aside, until Kaunta asks for it again.
 */
const checkPurchases = ({ till, authority, broken }: Judged, isEnd: boolean): void => {
  const rows = till.read<{
    number: string
    state: string | null
    authority_number: number | null
    aside: number | null
  }>(
    `select p.number, s.state, s.authority_number, s.may_have_arrived as aside from purchase p left join submission s
       on s.id = (select max(id) from submission where purchase_id = p.id)`,
  )
  for (const { number, state, authority_number, aside } of rows) {
    const there = authority.supplierInvoices[Number(number) - 1]?.confirmedAs ?? null
    if (state === 'accepted' && there !== authority_number)
      broken(`purchase ${number} is accepted as ${authority_number}, and confirmed as ${there}`)
    const isOver = state === null || state === 'refused' || state === 'withdrawn'
    if (isOver && there !== null && (isEnd || aside !== 1))
      broken(`purchase ${number} is confirmed, and ${state} here`)
  }
}

/** A look at what the last entry of the authority's ledger is to us; cheap enough for every step. */
export const createStepCheck = ({ till, authority, broken }: Judged) => {
  let seen = 0
  let stated = 0
  /** Only what is new is read each time. */
  const trail = createAuditCheck({}, { signatures: false })
  return () => {
    for (const rule of authority.violations.slice(stated)) broken(rule)
    stated = authority.violations.length
    for (; seen < authority.sales.length; seen += 1) {
      const sale = authority.sales[seen]
      if (!sale || sale.foreign) continue
      if (!till.running()) return
      const [ours] = till.read<{ id: number; kind: string; total: number }>(
        'select id, kind, total from invoice where coalesce(trader_number, number) = ? order by superseded limit 1',
        sale.trader,
      )
      if (!ours) broken(`the authority has ${sale.trader}, which we do not know`)
      else if (ours.total !== sale.total)
        broken(`${sale.trader} is ${ours.total} here and ${sale.total} there`)
      else if ((ours.kind === 'creditNote') !== (sale.kind === 'R'))
        broken(`${sale.trader} is of another kind there`)
      const lines = till.read<SaleLine>(lineQuery, ours?.id)
      if (listed(lines) !== listed(sale.items)) broken(`the lines of ${sale.trader} are others there`)
    }
    if (!till.running()) return
    const untold = trail.advance(till.db(), () => false)?.broken
    if (untold) broken(`the audit trail: ${breakText(untold)}`)
    const lanes = till.read<{ lane: string; count: number }>(
      "select lane, count(*) as count from submission where state = 'sending' group by lane having count(*) > 1",
    )
    for (const { lane } of lanes) broken(`two rows of the lane ${lane} are being sent`)
  }
}

/** Everything that can be known of a running till at one moment. */
export const checkAll = (
  { till, authority, broken }: Judged,
  acknowledged: readonly Acknowledged[],
): void => {
  const documents = new Map(
    till
      .read<DocumentRow>(`${documentQuery} group by i.id`)
      .map((row) => [`${row.number}/${row.superseded}`, row]),
  )
  for (const { number, total, kind } of acknowledged) {
    const row = documents.get(`${number}/0`)
    if (!row) broken(`${number} was acknowledged and is not here`)
    else if (row.total !== total || row.kind !== kind) broken(`${number} is not what was acknowledged`)
  }
  for (const row of documents.values()) {
    if (row.submissions !== 1) broken(`${row.number} has ${row.submissions} submissions`)
    if (row.state !== 'accepted') continue
    const there = authority.sales[(row.authority_number ?? 0) - 1]
    if (there?.trader !== row.trader)
      broken(`${row.number} is accepted here as ${row.authority_number}, where ${there?.trader} is`)
  }
  checkPurchases({ till, authority, broken }, false)
  const twice = till.read<{ authority_number: number }>(
    "select authority_number from submission where lane = 'sales' and state = 'accepted' group by authority_number having count(*) > 1",
  )
  for (const { authority_number } of twice) broken(`number ${authority_number} is borne by two documents`)
  const stock = till.read<{ code: string; on_hand: number; moved: number }>(
    `select code, on_hand, coalesce((select sum(quantity) from movement where item_id = item.id), 0) as moved
     from item where on_hand <> moved`,
  )
  for (const { code } of stock) broken(`the stock of ${code} is not the sum of its movements`)
  const orphans = till.read<{ id: number }>(
    'select i.id from invoice i where not exists (select 1 from invoice_line l where l.invoice_id = i.id)',
  )
  for (const { id } of orphans) broken(`document ${id} has no lines`)
  const givenUp = till.read<{ title: string; outcome: string }>(
    `select title, outcome from submission s join attempt a on a.id = (select max(id) from attempt where submission_id = s.id)
     where s.state = 'refused' and outcome not in ('refused', 'nothingFound') and not ${wasSetAside('s')}`,
  )
  for (const { title, outcome } of givenUp)
    broken(`${title} was withdrawn after ${outcome}, without a refusal`)
  const early = till.read<{ id: number }>(
    `select s.id from submission s join submission_dependency d on d.submission_id = s.id
       join submission p on p.id = d.depends_on
     where s.state in ('sending', 'unknown', 'accepted') and d.need = 'accepted' and p.state not in ('accepted', 'withdrawn')`,
  )
  for (const { id } of early) broken(`submission ${id} went before what it depends on`)
  nothingOf({ till, authority, broken }, sums)
  checkOwnNumbers({ till, authority, broken })
  const signatures = till.read<{ number: number; signature: string }>(
    'select authority_number as number, signature from signature where signature is not null',
  )
  for (const { number, signature } of signatures)
    if (authority.sales[number - 1]?.receipt['rcptSign'] !== signature)
      broken(`document ${number} has another's signature`)
}

/** After the last fault is over and everything has drained. */
export const checkEnd = ({ till, authority, broken }: Judged): void => {
  const trail = createAuditCheck({
    appId: till.profile.row.id,
    environment: till.profile.row.environment,
  }).advance(till.db(), () => false)
  if (trail?.broken) broken(`the audit trail: ${breakText(trail.broken)}`)
  const open = till.read<{ kind: string; title: string; state: string }>(
    "select kind, title, state from submission where state in ('queued', 'sending', 'unknown')",
  )
  for (const { kind, title, state } of open) broken(`${kind} ${title} stays ${state}`)
  const ours = till.read<{ number: string; state: string }>(
    'select coalesce(i.trader_number, i.number) as number, s.state from invoice i join submission s on s.invoice_id = i.id where i.superseded = 0',
  )
  checkPurchases({ till, authority, broken }, true)
  const there = new Set(authority.sales.filter((sale) => !sale.foreign).map((sale) => sale.trader))
  for (const { number, state } of ours) {
    if (state === 'accepted' && !there.has(number)) broken(`${number} is accepted here and not there`)
    if (state !== 'accepted' && there.has(number)) broken(`${number} is there and ${state} here`)
  }
  // Neither may what waits for another, nor what was refused or set aside meanwhile, keep its place.
  const inItsPlace = (row: string) => `${row}.lane = 'sales' and ${row}.state = 'accepted'
    and not exists (select 1 from submission_dependency where submission_id = ${row}.id)
    and not exists (select 1 from attempt where submission_id = ${row}.id and outcome = 'refused')
    and not ${wasSetAside(row)}`
  const late = till.read<{ title: string }>(
    `select s.title from submission s where ${inItsPlace('s')} and exists (select 1 from submission o
      where ${inItsPlace('o')} and o.id < s.id and o.authority_number > s.authority_number)`,
  )
  for (const { title } of late) broken(`${title} overtook one before it`)
  const items = till.read<{
    code: string
    authority_code: string
    authority_on_hand: number
    on_hand: number
  }>(
    "select code, authority_code, authority_on_hand, on_hand from item where registration = 'registered' and type <> '3'",
  )
  for (const { code, authority_code, authority_on_hand, on_hand } of items) {
    const held = authority.onHand(authority_code)
    if (held !== authority_on_hand)
      broken(`the authority has ${held} of ${code}, and we think ${authority_on_hand}`)
    if (held !== on_hand) broken(`the authority has ${held} of ${code}, and ${on_hand} are here`)
  }
}

/** The journal alone makes the same database again, whatever was undone, cut off and opened anew on the way. */
export const checkJournal = async ({ till, broken }: Judged, folder: string): Promise<void> => {
  const copy = openDb(':memory:')
  try {
    const { reason } = await rollForward(copy, {
      folder: join(folder, 'journal', till.profile.row.id),
      migrations: profileMigrations,
    })
    if (reason !== null) broken(`the journal is broken: ${reason}`)
    const [kept, rebuilt] = [dumpOf((till.db() as OpenDb).raw), dumpOf(copy.raw)]
    for (const [table, rows] of Object.entries(kept))
      if (rows.join() !== rebuilt[table]?.join()) broken(`the journal rebuilds another ${table}`)
  } finally {
    copy.close()
  }
}
