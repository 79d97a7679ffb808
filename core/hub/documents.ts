/** Sales of the branch, for tills that credit them. */
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  asMade,
  type CreditRow,
  creditsOf,
  factOfSale,
  ownNotes,
  paymentFacts,
  type SaleRow,
  saleNamed,
  salesFound,
  soldOnAccount,
  tendersOfSale,
} from '../../db/hub/credits.ts'
import { type Inherited, inheritedBy, isInherited } from '../../db/hub/origins.ts'
import type { HubTx } from '../../db/hub/postgres.ts'
import { asReport, ofTill } from '../../db/hub/roles.ts'
import { canonicalUids } from '../../db/hub/shared.ts'
import type { Clock } from '../base/ports.ts'
import {
  type BranchSale,
  creditedParts,
  foundSales,
  type SalesQuery,
  salesQuery,
  type ToldCredit,
} from '../contract/hub/credits.ts'
import type { Fact, FactRows } from '../contract/hub/wire.ts'
import type { Caller, Door } from './door.ts'
import { Refusal } from './failures.ts'
import { parse, tillOf } from './requests.ts'

/** A caller's number may be at several tills. */
const mostSales = 5

/** `unknown` is the signer's affair. */
const stateOf = (state: CreditRow['state']): ToldCredit['state'] =>
  state === 'unknown' || state === 'dropped' ? 'waiting' : state

export const toldCreditOf = (row: CreditRow): ToldCredit => ({
  ...creditedParts.parse(JSON.parse(row.body)),
  uid: row.uid,
  till: row.till,
  tillName: row.tillName,
  who: row.who,
  at: row.at,
  number: row.number,
  state: stateOf(row.state),
})

const accountOf = async (tx: HubTx, sale: SaleRow): Promise<BranchSale['account']> => {
  const credit = await soldOnAccount(tx, sale)
  if (credit === undefined) return null
  const paid = (await paymentFacts(tx, sale)).flatMap((rows) => {
    const { row, parts = [] } = JSON.parse(rows) as FactRows
    const { method, reference, tender_id, tender_name } = row as Record<string, string | null>
    return parts.flatMap(({ invoice_id, amount }) =>
      invoice_id === sale.id
        ? [
            {
              method: method ?? 'cash',
              amount: Number(amount),
              reference: reference ?? null,
              tender_id: tender_id ?? null,
              tender_name: tender_name ?? null,
            },
          ]
        : [],
    )
  })
  return { credit, paid }
}

const itemsOf = async (tx: HubTx, uids: Fact['uids']): Promise<BranchSale['items']> => {
  const canonical = await canonicalUids(tx, Object.values(uids.items))
  return Object.fromEntries(Object.entries(uids.items).map(([id, uid]) => [id, canonical.get(uid) ?? uid]))
}

/** What a software's body and request say is its till's own. */
const notTold = { caller_body: null, body_hash: null, request_id: null }

/** undefined: its till lost it. `inherited`: by the till that asks, which has those credit notes in its own file. */
export const branchSaleOf = async (
  tx: HubTx,
  branch: number,
  sale: SaleRow,
  inherited: readonly Inherited[] = [],
): Promise<BranchSale | undefined> => {
  await ofTill(tx, sale.origin)
  const fact = await factOfSale(tx, sale)
  if (!fact?.rows) return undefined
  const { row, lines = [], submissions = [] } = JSON.parse(fact.rows) as FactRows
  const payload = submissions[0]?.['payload']
  if (typeof payload !== 'string') return undefined
  const { till, tillName } = sale
  const isKnown = (by: string, id: number | null) => id !== null && isInherited(inherited, { till: by, id })
  const own = (await ownNotes(tx, branch, sale))
    .filter(({ id }) => !isKnown(till, id))
    .map(
      ({ id, state, ...note }): ToldCredit => ({
        ...note,
        ...{ uid: `${till}/${id}`, till, tillName, state: stateOf(state) },
        // The account of the earlier till is told less this credit note already.
        ...(isKnown(till, sale.id) ? { inAccount: true } : {}),
      }),
    )
  const others = (await creditsOf(tx, sale)).filter(({ till, note_id }) => !isKnown(till, note_id))
  const told = {
    ...{ till, tillName, id: sale.id },
    row: { ...row, ...notTold },
    lines,
    tenders: await tendersOfSale(tx, branch, sale),
    payload,
    items: await itemsOf(tx, JSON.parse(fact.uids) as Fact['uids']),
    state: sale.state,
    signature: sale.signed === null ? null : (JSON.parse(sale.signed) as BranchSale['signature']),
    account: await accountOf(tx, sale),
    credits: [...own, ...others.map(toldCreditOf)],
  }
  return { ...told, version: hash('sha256', JSON.stringify(told), 'hex') }
}

const find = async (
  tx: HubTx,
  by: Pick<Caller, 'id' | 'uid' | 'branch'>,
  query: SalesQuery,
): Promise<BranchSale[]> => {
  const { uid, branch } = by
  const inherited = await inheritedBy(tx, by.id)
  const rows =
    'till' in query
      ? [await saleNamed(tx, branch, await asMade(tx, by, inherited, query))]
      : await salesFound(tx, branch, query, mostSales)
  const sales: BranchSale[] = []
  for (const row of rows) {
    const sale = row && (await branchSaleOf(tx, branch, row, inherited))
    // A sale that the till inherited is its own: under another name it would be two sales there.
    if (sale) sales.push(isInherited(inherited, sale) ? { ...sale, till: uid } : sale)
  }
  return sales
}

const mostLooks = 30
const inMs = 60_000

/** At most {@link mostLooks} a minute for a till, so that none reads the books of its branch. */
const createLookLimit = (clock: Pick<Clock, 'monotonic'>) => {
  const looked = new Map<number, number[]>()
  return (till: number): void => {
    const now = clock.monotonic()
    const recent = (looked.get(till) ?? []).filter((at) => now - at < inMs)
    looked.set(till, recent)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= mostLooks)
      throw new Refusal('busy', Math.ceil((oldest + inMs - now) / 1000))
    recent.push(now)
  }
}

export const addDocumentRoutes = (app: FastifyInstance, { hub }: Pick<Door, 'hub'>): void => {
  const look = createLookLimit(hub.ports.clock)
  app.get('/hub/v1/documents', { config: { access: 'till' } }, async (request) => {
    const till = tillOf(request)
    const query = parse(salesQuery, request.query)
    // A till that credits a sale of its own is not to wait for its turn.
    if (!('till' in query && query.till === till.uid)) look(till.id)
    const sales = await asReport(hub.db, till.branch, (tx) => find(tx, till, query))
    return foundSales.parse({ sales })
  })
}
