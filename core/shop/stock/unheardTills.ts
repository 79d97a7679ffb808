/** Tills of the branch whose sales this till may not know yet. */
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { otherTills } from '../../../db/profile/hubTills.ts'
import type { ShopContext } from '../context.ts'

/** A till that works is heard of each minute or two, milliseconds. */
const usualMs = 180_000

/** Returns names, and when the hub heard of them last, epoch milliseconds; null: never. A lone till knows of none. */
export const unheardTills = ({
  profile,
  db,
}: Pick<ShopContext, 'profile' | 'db'>): { name: string; since: number | null }[] => {
  const link = hubLinkRow(db)
  if (!link) return []
  const hubsNow = profile.now() + (profile.link.state().link?.clockDifferenceMs ?? 0)
  return otherTills(db, link.origin)
    .filter(({ seen_at }) => seen_at === null || seen_at < hubsNow - usualMs)
    .map(({ name, seen_at }) => ({ name, since: seen_at }))
}
