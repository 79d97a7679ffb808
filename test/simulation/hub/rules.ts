/** The rules of `npm run simulate -- --hub`: those that hold at any moment, and those at rest. */
import { checkHub } from '../../../core/hub/copies/check.ts'
import { returnNumber } from '../../../core/shop/stock/soldGoods.ts'
import type { OpenDb } from '../../../db/engine/sqlite.ts'
import type { HubDb } from '../../../db/hub/postgres.ts'
import type { ModelAuthority } from '../authority.ts'
import type { TillSide } from './tillSide.ts'

export interface Judged {
  hub: HubDb
  tills: readonly TillSide[]
  authority: ModelAuthority
}

/** The hub's facts of each till that is now at work continue its trail, and stand in it. */
export const checkTrails = async ({ hub, tills }: Judged, whole: boolean): Promise<string[]> => {
  const broken: string[] = []
  for (const side of tills) {
    if (!side.till.running() || side.isForked()) continue
    const trail = new Map(
      side.till
        .read<{ seq: number; hash: string }>('select seq, hash from audit')
        .map(({ seq, hash }) => [seq, hash]),
    )
    const facts = await hub
      .selectFrom('fact')
      .innerJoin('origin', 'origin.id', 'fact.origin')
      .select(['fact.seq', 'fact.hash', 'fact.problem', 'origin.start_seq as start'])
      .where('origin.uid', '=', side.origin())
      .orderBy('fact.seq')
      .execute()
    const first = (facts[0]?.start ?? 0) + 1
    const other = facts.find(({ seq, hash }) => trail.get(seq) !== hash)
    const gap = facts.findIndex(({ seq }, index) => seq !== first + index)
    const marked = facts.find(({ problem }) => problem !== null)
    if (other) broken.push(`I1 ${side.name}: fact ${other.seq} is not of its trail`)
    if (gap !== -1) broken.push(`I1 ${side.name}: there is a gap before fact ${facts[gap]?.seq}`)
    if (marked) broken.push(`I1 ${side.name}: fact ${marked.seq} is marked ${marked.problem}`)
    if (whole && facts.at(-1)?.seq !== side.head().seq)
      broken.push(`I9 ${side.name}: ${side.head().seq - (facts.at(-1)?.seq ?? 0)} facts are not sent`)
  }
  return broken
}

/** What each till acknowledged is at the hub once. */
const checkKept = async ({ hub, tills }: Judged): Promise<string[]> => {
  const rows = await hub
    .selectFrom('invoice')
    .innerJoin('origin', 'origin.id', 'invoice.origin')
    .select(['invoice.number', 'origin.name'])
    .execute()
  const counts = new Map<string, number>()
  for (const { number } of rows) counts.set(number, (counts.get(number) ?? 0) + 1)
  return tills.flatMap(({ name, kept }) =>
    kept
      .filter((number) => !counts.has(number))
      .map((number) => `I1 ${name}: it acknowledged ${number}, and the hub does not have it`),
  )
}

/** Documents and stock records are at the authority once, under the number that the hub says. */
const checkAuthority = async ({ hub, authority }: Judged): Promise<string[]> => {
  const broken: string[] = []
  const invoices = await hub
    .selectFrom('invoice')
    .select(['origin', 'number', 'state', 'total', 'authority_number as at', 'original_id as original'])
    .orderBy('authority_number')
    .execute()
  const open = invoices.filter(({ state }) => state !== 'accepted')
  /** Two tills credited one sale, each before it heard of the other. A manager withdraws the later credit note. */
  const givenTwice = open.filter(
    ({ state, original }) =>
      state === 'withdrawn' &&
      original !== null &&
      invoices.some((other) => other.state === 'accepted' && other.original === original),
  )
  for (const each of open)
    if (!givenTwice.includes(each)) broken.push(`I2 ${each.number} is ${each.state}, though all is at rest`)
  const { sales, stockRecords } = authority
  if (sales.length !== invoices.length - open.length)
    broken.push(
      `I2 the authority has ${sales.length} documents, and the hub ${invoices.length - open.length}`,
    )
  for (const [index, { number, total, at }] of invoices
    .filter(({ state }) => state === 'accepted')
    .entries()) {
    if (at !== index + 1) broken.push(`I3 ${number} has the number ${at}, and ${index + 1} is next`)
    const there = sales[(at ?? 0) - 1]
    if (there && there.total !== total)
      broken.push(`I2 ${number} is ${there.total} at the authority, and was ${total}`)
  }
  const { records } = await hub
    .selectFrom('fact')
    .select((row) => row.fn.countAll<number>().as('records'))
    .where('kind', '=', 'stockRecord')
    .executeTakeFirstOrThrow()
  const returned = await hub
    .selectFrom('fact')
    .select(['origin', 'subject'])
    .where('kind', '=', 'stockRecord')
    .where('subject', 'in', ['', ...givenTwice.map(({ number }) => returnNumber(number))])
    .execute()
  // A copied till gives the same number to another credit note.
  const brought = returned.filter(({ origin, subject }) =>
    givenTwice.some((note) => note.origin === origin && returnNumber(note.number) === subject),
  ).length
  // What a withdrawn credit note brought back left again.
  const owed = records - 2 * brought
  if (owed !== stockRecords.length)
    broken.push(`I2 the tills owe ${owed} stock records, and the authority has ${stockRecords.length}`)
  return broken
}

/** Each invoice of a supplier that a till took in is confirmed once, and its goods came after it. */
const checkPurchases = ({ tills, authority }: Judged): string[] => {
  const delivered = tills.flatMap((side) =>
    side.till
      .read<{ number: string; state: string; at: number | null; rejected: number }>(
        `select purchase.number, state, authority_number as at, exists (select 1 from audit
             where kind in ('refused', 'setAside') and row_id = submission.id) as rejected
           from delivery join purchase on purchase.id = delivery.purchase_id
           join submission on submission.purchase_id = purchase.id`,
      )
      .map((row) => ({ ...row, till: side.name })),
  )
  const rejected = new Set(delivered.flatMap(({ number, rejected }) => (rejected ? [number] : [])))
  const { supplierInvoices, stockRecords } = authority
  return [
    ...delivered
      .filter(({ number, state, at }) => {
        const there = supplierInvoices[Number(number) - 1]?.confirmedAs ?? null
        // A lost signer sent it, under a number that nobody knows.
        return state !== 'accepted' || there === null || (at !== null && there !== at)
      })
      .map(({ till, number, state, at }) => `I2 ${till}: the purchase ${number} is ${state} as ${at}`),
    ...supplierInvoices
      .filter(({ number, confirmedAs }) => {
        const count = delivered.filter((each) => each.number === number).length
        return count !== (confirmedAs === null ? 0 : 1)
      })
      .map(({ number, confirmedAs }) => `I2 the purchase ${number} is ${confirmedAs} at the authority`),
    ...stockRecords
      .filter(({ unconfirmed }) => unconfirmed !== null && !rejected.has(unconfirmed))
      .map(({ unconfirmed }) => `I3 the goods of the purchase ${unconfirmed} came before it`),
  ]
}

interface Level {
  uid: string
  onHand: number
  there: number
}

/** The stock is the same at the authority, the hub and the signer, and is the sum of all movements. */
const checkStock = async ({ hub, authority }: Judged, signer: OpenDb): Promise<string[]> => {
  const levels = await hub
    .selectFrom('stock_level')
    .select(['item as uid', 'on_hand as onHand', 'authority_on_hand as there'])
    .execute()
  const known = new Map<string, Level>(levels.map((level) => [level.uid, level]))
  const items = signer.raw
    .prepare('select uid, code, authority_code, authority_on_hand as there from item where uid is not null')
    .all() as { uid: string; code: string; authority_code: string | null; there: number }[]
  return items.flatMap(({ uid, code, authority_code, there }) => {
    const level = known.get(uid)
    const real = authority.onHand(authority_code ?? code)
    if (!level) return real === 0 ? [] : [`I4 ${uid}: the authority has ${real}, and the hub nothing`]
    return level.onHand === real && level.there === real && there === real
      ? []
      : [
          `I4 ${uid}: ${real} at the authority, ${level.onHand} and ${level.there} at the hub, ${there} at the signer`,
        ]
  })
}

/** A till that has read all shows what the hub has. */
const checkSame = async ({ hub, tills }: Judged): Promise<string[]> => {
  const things = await hub.selectFrom('shared').selectAll().where('kind', '=', 'item').execute()
  const levels = await hub.selectFrom('stock_level').selectAll().execute()
  const onHand = new Map(levels.map(({ item, on_hand }) => [item, on_hand]))
  const there = new Map(
    things.map(({ uid, body }) => {
      const { name, price, active } = body as { name: string; price: number; active: number }
      return [uid, JSON.stringify({ name, price, active, on_hand: onHand.get(uid) ?? 0 })]
    }),
  )
  return tills.flatMap((side) => {
    const rows = side.till.read<{ uid: string }>('select uid, name, price, active, on_hand from item')
    const here = new Map(rows.map(({ uid, ...rest }) => [uid, JSON.stringify(rest)]))
    return [...new Set([...here.keys(), ...there.keys()])]
      .filter((uid) => here.get(uid) !== there.get(uid))
      .map((uid) => `I5 ${side.name}: ${uid} is ${here.get(uid)} there and ${there.get(uid)} at the hub`)
  })
}

/** A customer owes the same at each till that has read all, and at the hub. */
const checkAccounts = async ({ hub, tills }: Judged): Promise<string[]> => {
  const sums = new Map<string, number>()
  for (const { customer, owed } of await hub.selectFrom('account').select(['customer', 'owed']).execute())
    sums.set(customer, (sums.get(customer) ?? 0) + owed)
  return tills.flatMap((side) =>
    side.till
      .read<{ uid: string; owed: number }>(
        `select uid, coalesce((select sum(owed) from customer_sale where customer_id = customer.id), 0) - ahead
           + coalesce((select sum(owed) from hub_account where customer = uid), 0) as owed from customer`,
      )
      .filter(({ uid, owed }) => owed !== (sums.get(uid) ?? 0))
      .map(({ uid, owed }) => `I5 ${side.name}: ${uid} owes ${owed}, and ${sums.get(uid) ?? 0} at the hub`),
  )
}

/** What each till says of its documents is the authority's word. */
const checkReceipts = ({ tills, authority }: Judged): string[] =>
  tills.flatMap((side) =>
    side.till
      .read<{ number: string; at: number; signature: string | null }>(
        `select i.number, g.authority_number as at, g.signature from signature g join invoice i on i.id = g.invoice_id`,
      )
      .filter(({ at, signature }) => authority.sales[at - 1]?.receipt['rcptSign'] !== signature)
      .map(({ number, at }) => `I2 ${side.name}: ${number} bears another signature than number ${at}`),
  )

const checkWishes = async ({ hub, tills }: Judged): Promise<string[]> => {
  const { made } = await hub
    .selectFrom('fact')
    .select((row) => row.fn.countAll<number>().as('made'))
    .where('kind', '=', 'wish')
    .executeTakeFirstOrThrow()
  const { kept } = await hub
    .selectFrom('wish')
    .select((row) => row.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  const open = tills.filter(({ till }) => till.read('select 1 from wish where outcome is null').length > 0)
  return [
    ...(made === kept ? [] : [`I6 the tills wished ${made} times, and the hub dealt with ${kept}`]),
    ...open.map(({ name }) => `I6 ${name} waits for the answer to a wish`),
  ]
}

/** `signer`: the database of the one that signs. */
export const checkRest = async (judged: Judged, signer: OpenDb): Promise<string[]> => [
  ...(await checkTrails(judged, true)),
  ...(await checkKept(judged)),
  ...(await checkAuthority(judged)),
  ...(await checkStock(judged, signer)),
  ...(await checkSame(judged)),
  ...(await checkAccounts(judged)),
  ...checkReceipts(judged),
  ...checkPurchases(judged),
  ...(await checkWishes(judged)),
  ...(await checkHub(judged.hub)).wrong.map((words) => `I4, I8 ${words}`),
]
