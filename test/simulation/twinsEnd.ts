/** The rules at the end of a run of `twins.ts`. */
import { toWireDate } from '../../core/fiscal/dates.ts'
import type { ModelAuthority, Sale } from './authority.ts'
import type { Till } from './till.ts'

/** The tolerance of a moment, for whole seconds and the time of an answer; milliseconds. */
const slackMs = 5_000

/** A sold item and its quantity in hundredths. */
export const whatOf = (code: string | undefined, quantity: number | undefined): string =>
  `${code} ${quantity}`
const whatThere = (sale: Sale | undefined): string => whatOf(sale?.items[0]?.code, sale?.items[0]?.quantity)

/** A sale that was acknowledged. */
export interface Sold {
  number: string
  /** {@link whatOf}; no other sale has it. */
  what: string
  /** The folder as it was put back does not know it. */
  forgotten: boolean
}

interface Row {
  number: string
  day: string
  sold: number
  what: string
  state: string
  place: number | null
  signature: string | null
}
const rowsQuery = `select i.number, i.day, i.sold_at as sold, t.code || ' ' || l.quantity as what, s.state, s.authority_number as place, g.signature
  from invoice i join invoice_line l on l.invoice_id = i.id join item t on t.id = l.item_id join submission s on s.invoice_id = i.id
  left join signature g on g.invoice_id = i.id where i.kind = 'sale'`

interface Station {
  name: string
  till: Till
  sold: Sold[]
  /** Is there a finding of it? */
  noticed(): boolean
}
interface Judged {
  stations: readonly Station[]
  authority: ModelAuthority
  /** When each sale was begun and acknowledged, by what was sold. */
  moments: ReadonlyMap<string, { from: number; to: number }>
  broken(rule: string): void
}

/** The authority's documents, by content and by number. */
const checkStation = (station: Station, { authority, moments, broken }: Judged): void => {
  const { till, name, sold } = station
  const rows = till.read<Row>(rowsQuery)
  const here = new Map(rows.map((row) => [row.what, row]))
  for (const { number, day, sold: at, what, state, place, signature } of rows) {
    const between = moments.get(what)
    if (day !== toWireDate(at)) broken(`${name}: ${number} bears ${day}, and was sold on ${toWireDate(at)}`)
    if (between && (at < between.from - slackMs || at > between.to + slackMs))
      broken(`${name}: ${number} bears ${new Date(at).toISOString()}`)
    const there = authority.sales[(place ?? 0) - 1]
    if (state !== 'accepted') broken(`${name}: ${number} is ${state} at the end`)
    else if (there === undefined || whatThere(there) !== what)
      broken(`${name}: ${number} of ${what} is accepted as ${place}, where ${whatThere(there)} is`)
    else if (signature !== null && signature !== there.receipt['rcptSign'])
      broken(`${name}: ${number} bears another's signature`)
  }
  const named = new Set(
    till.read<{ name: string }>('select trader_number as name from authority_only').map(({ name }) => name),
  )
  const arrived = new Map(authority.sales.map((sale) => [whatThere(sale), sale]))
  for (const { number, what, forgotten } of sold) {
    if (!here.has(what) && !forgotten) broken(`${name}: ${number} was acknowledged and is not here`)
    const there = arrived.get(what)
    if (!forgotten && !there) broken(`${name}: ${number} is not at the authority`)
    if (forgotten && there && !here.has(what) && !named.has(there.trader))
      broken(`${name}: ${number} is there and forgotten here, and nobody says so`)
  }
}
/** Everything, once nothing goes wrong any more. */
export const checkTwins = (judged: Judged): void => {
  const { authority, stations, broken } = judged
  const seen = new Map<string, string>()
  const traders = new Map<string, number>()
  for (const sale of authority.sales) {
    const [what, { trader }] = [whatThere(sale), sale]
    if (seen.has(what)) broken(`one sale is there as ${seen.get(what)} and ${trader}`)
    seen.set(what, trader)
    traders.set(trader, (traders.get(trader) ?? 0) + 1)
  }
  const twice = [...traders].find(([, count]) => count > 1)
  if (twice && !stations.some(({ noticed }) => noticed()))
    broken(`${twice[0]} was given out twice, and nobody noticed`)
  for (const station of stations) checkStation(station, judged)
}
