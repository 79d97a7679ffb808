/** Which stock records of tills the authority's stock of an item contains, as the signer of the branch tells both. */
import { z } from 'zod'

/** Records of a till that are named one by one. */
export const namedAtMost = 200

const ofTills = <T extends z.ZodType>(each: T) => z.record(z.uuid(), each)

export const contained = z.object({
  /** The epoch of the hub, that of the signer's seat, and a number that grows. The higher one is newer. */
  at: z.tuple([z.int(), z.int(), z.int()]),
  /** By a till's uid: the stock contains the records up to that fact of it … */
  upTo: ofTills(z.int().min(0)),
  /** … but not those of these facts. */
  but: ofTills(z.array(z.int()).max(namedAtMost)),
})
export type Contained = z.infer<typeof contained>

/** The hub has told no stock of the item: nothing was sent that its till heard of. An earlier version does not say so. */
export const containsNothing: Contained = { at: [0, 0, 1], upTo: {}, but: {} }
