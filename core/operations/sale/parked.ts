import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { hubParked } from '../../../db/profile/hubParked.ts'
import { tillName } from '../../../db/profile/hubTills.ts'
import { parkedSales } from '../../../db/profile/parkedSales.ts'
import { ok } from '../../contract/errors.ts'
import { parkedTold } from '../../contract/hub/counter.ts'
import type { OutputOf } from '../../contract/index.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Sale = OutputOf<'sale.parked'>['sales'][number]

/** Those of other tills, and who took those of this one. Without the hub only what this till took can be resumed. */
const ofBranch = ({
  db,
  profile,
}: ProfileContext): { others: Sale[]; taken: Map<string, Sale['takenBy']> } => {
  const own = hubLinkRow(db)?.origin
  const others: Sale[] = []
  const taken = new Map<string, Sale['takenBy']>()
  if (own === undefined) return { others, taken }
  const isAway = profile.link.state().link?.silentSince != null
  for (const { uid, origin, holder, taker, body } of hubParked(db)) {
    const takenBy =
      holder === null || holder === own ? null : { name: taker ?? '', till: tillName(db, holder) ?? '' }
    if (origin === own) {
      taken.set(uid, takenBy)
      continue
    }
    const told = parkedTold.safeParse(JSON.parse(body)).data
    if (!told || (isAway && holder !== own)) continue
    const { label, lines, total, cashier, at } = told
    others.push({
      ...{ id: null, uid, label, lines, total, cashier, parkedAt: at, takenBy },
      till: tillName(db, origin) ?? '',
    })
  }
  return { others, taken }
}

export const listParked: Handler<'sale.parked'> = (_, context) => {
  const { db, profile } = context
  const { others, taken } = ofBranch(context)
  const own = parkedSales(db).map(
    (row): Sale => ({
      id: row.id,
      uid: row.uid,
      label: row.label,
      lines: row.line_count,
      total: row.total,
      cashier: row.author_name,
      parkedAt: row.parked_at,
      till: null,
      takenBy: (row.uid !== null && taken.get(row.uid)) || null,
    }),
  )
  const sales = [...own, ...others].toSorted((a, b) => b.parkedAt - a.parkedAt)
  return ok({ sales, silentSince: profile.link.state().link?.silentSince ?? null })
}
