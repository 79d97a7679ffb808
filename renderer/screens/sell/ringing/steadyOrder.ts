/**
 * Tiles stay where a cashier has seen them. The core lists best sellers first, so each sale could move the tile that a
 * finger is about to touch. The order of the first look holds until the next day.
 */
const firstLooks = new Map<string, readonly number[]>()
let day = ''

/** Sorts the items as in the first look at this view today; new ones come last. `today`: the local day. */
export function inSteadyOrder<I extends { id: number }>(
  items: readonly I[],
  view: string,
  today: string,
): readonly I[] {
  if (day !== today) firstLooks.clear()
  day = today
  const first = firstLooks.get(view) ?? []
  const place = new Map(first.map((id, index) => [id, index]))
  const added = items.filter(({ id }) => !place.has(id)).map(({ id }) => id)
  firstLooks.set(view, [...first, ...added])
  return items.toSorted((a, b) => (place.get(a.id) ?? first.length) - (place.get(b.id) ?? first.length))
}
