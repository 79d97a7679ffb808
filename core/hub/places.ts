/** Places in the feed: how a till says what it has read. */
import { z } from 'zod'
import { noMark } from '../../db/hub/feed.ts'
import type { ReadPlace } from '../signer/letters.ts'

/**
 * `i`: the incarnation it was told in. `w`: the horizon. `m`: stamp and key of the last row of each source. `v`: earlier
 * places, without it, could have missed rows, so those tills read once from the start.
 */
const placeForm = z.object({
  v: z.literal(2),
  i: z.uuid(),
  w: z.string().regex(/^\d{1,20}$/),
  // The key of an outcome has the form of a uuid, and is none.
  m: z.record(z.string(), z.tuple([z.string().regex(/^\d{1,20}$/), z.guid()])),
})
export type Place = z.infer<typeof placeForm>

export const writePlace = (place: Omit<Place, 'v'>): string =>
  Buffer.from(JSON.stringify({ ...place, v: 2 })).toString('base64url')

/** null: it is none. */
export const readPlace = (text: string | null): Place | null => {
  if (text === null) return null
  try {
    return placeForm.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

/** How far each till has read what tills share. A till says it with each request, so it is not stored. */
export interface ReadPlaces {
  /** `seq`: the till's newest fact when it had read up to `place`. */
  note(originUid: string, place: string | null, seq: number): void
  of(originUid: string): ReadPlace | undefined
}

export const createReadPlaces = (): ReadPlaces => {
  const places = new Map<string, ReadPlace>()
  return {
    note: (originUid, text, seq) => {
      const place = readPlace(text)
      if (!place) return
      const [changed, key] = place.m['shared'] ?? [noMark.changed, noMark.key]
      const before = places.get(originUid)
      const isSame = before?.shared.changed === changed && before.shared.key === key
      // Facts since then were made with what it has now. A till that was put back has fewer.
      if (!isSame || seq < before.seq) places.set(originUid, { shared: { changed, key }, seq })
    },
    of: (originUid) => places.get(originUid),
  }
}
