/** What must hold at the end of a run of `twins.ts`. */
import { toWireDate } from '../../core/fiscal/dates.ts'
import type { ModelAuthority } from './authority.ts'
import type { Till } from './till.ts'

/** What whole seconds, and an answer on its way, make of a moment; milliseconds. */
const slackMs = 5_000

/** A sale that was acknowledged. */
export interface Sold {
  number: string
  /** Hundredths; no other sale has it. */
  quantity: number
  /** The folder as it was put back does not know it. */
  forgotten: boolean
}

interface Row {
  number: string
  day: string
  sold: number
  quantity: number
  state: string
  place: number | null
  signature: string | null
}
const rowsQuery = `select i.number, i.day, i.sold_at as sold, l.quantity, s.state, s.authority_number as place, g.signature
  from invoice i join invoice_line l on l.invoice_id = i.id join submission s on s.invoice_id = i.id
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
  /** When each sale was begun and acknowledged, by quantity. */
  moments: ReadonlyMap<number, { from: number; to: number }>
  broken(rule: string): void
}

/** What the authority has, by quantity and number. */
const checkStation = (station: Station, { authority, moments, broken }: Judged): void => {
  const { till, name, sold } = station
  const rows = till.read<Row>(rowsQuery)
  const here = new Map(rows.map((row) => [row.quantity, row]))
  for (const { number, day, sold: at, quantity, state, place, signature } of rows) {
    const between = moments.get(quantity)
    if (day !== toWireDate(at)) broken(`${name}: ${number} bears ${day}, and was sold on ${toWireDate(at)}`)
    if (between && (at < between.from - slackMs || at > between.to + slackMs))
      broken(`${name}: ${number} bears ${new Date(at).toISOString()}`)
    const there = authority.sales[(place ?? 0) - 1]
    if (state !== 'accepted') broken(`${name}: ${number} is ${state} at the end`)
    else if (there?.items[0]?.quantity !== quantity)
      broken(
        `${name}: ${number} of ${quantity} is accepted as ${place}, where ${there?.items[0]?.quantity} is`,
      )
    else if (signature !== null && signature !== there.receipt['rcptSign'])
      broken(`${name}: ${number} bears another's signature`)
  }
  const named = new Set(
    till.read<{ name: string }>('select trader_number as name from authority_only').map(({ name }) => name),
  )
  const arrived = new Map(authority.sales.map((sale) => [sale.items[0]?.quantity, sale]))
  for (const { number, quantity, forgotten } of sold) {
    if (!here.has(quantity) && !forgotten) broken(`${name}: ${number} was acknowledged and is not here`)
    const there = arrived.get(quantity)
    if (!forgotten && !there) broken(`${name}: ${number} is not at the authority`)
    if (forgotten && there && !here.has(quantity) && !named.has(there.trader))
      broken(`${name}: ${number} is there and forgotten here, and nobody says so`)
  }
}
/** Everything, once nothing goes wrong any more. */
export const checkTwins = (judged: Judged): void => {
  const { authority, stations, broken } = judged
  const seen = new Map<number, string>()
  const traders = new Map<string, number>()
  for (const { items, trader } of authority.sales) {
    const quantity = items[0]?.quantity ?? 0
    if (seen.has(quantity)) broken(`one sale is there as ${seen.get(quantity)} and ${trader}`)
    seen.set(quantity, trader)
    traders.set(trader, (traders.get(trader) ?? 0) + 1)
  }
  const twice = [...traders].find(([, count]) => count > 1)
  if (twice && !stations.some(({ noticed }) => noticed()))
    broken(`${twice[0]} was given out twice, and nobody noticed`)
  for (const station of stations) checkStation(station, judged)
}
