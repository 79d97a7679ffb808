/** How far each till has read what tills share. A till says it with each request, so it is not stored. */
import type { ReadPlace } from '../signer/letters.ts'
import { sharedMarkOf } from './feed.ts'

export interface ReadPlaces {
  /** `seq`: the till's newest fact when it had read up to `place`. */
  note(originUid: string, place: string | null, seq: number): void
  of(originUid: string): ReadPlace | undefined
}

export const createReadPlaces = (): ReadPlaces => {
  const places = new Map<string, ReadPlace>()
  return {
    note: (originUid, place, seq) => {
      const shared = sharedMarkOf(place)
      if (!shared) return
      const before = places.get(originUid)
      // Its facts since then were made with what it has now.
      const isSame = before?.shared.changed === shared.changed && before.shared.key === shared.key
      if (!isSame || seq < before.seq) places.set(originUid, { shared, seq })
    },
    of: (originUid) => places.get(originUid),
  }
}
