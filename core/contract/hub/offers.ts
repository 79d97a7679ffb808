/** What waits for a manager at a hub, on the wire and for windows. Money is cents, quantity hundredths, moments epoch milliseconds. */
import { z } from 'zod'
import { sharedKind } from './wire.ts'

const uuid = z.uuid()
const version = z.int().min(0)

/** A person, and the name of the till where that was; null: the hub itself. */
const by = z.object({ who: z.string(), till: z.string().nullable(), at: z.int() })

const offer = z.object({
  /** The wish's. */
  uid: uuid,
  kind: sharedKind,
  /** The thing's, as it is in force. */
  name: z.string(),
  wishedBy: by,
  fields: z.array(
    z.object({
      field: z.string(),
      /** Of what is in force. An answer names it. */
      version,
      inForce: z.json(),
      inForceBy: by.nullable(),
      wished: z.json(),
    }),
  ),
})

const thing = z.object({
  uid: uuid,
  name: z.string(),
  barcode: z.string().nullable(),
  pin: z.string().nullable(),
  phone: z.string().nullable(),
  price: z.int().nullable(),
  /** On hand at the branch; null: it is no item. */
  onHand: z.int().nullable(),
  madeBy: by.nullable(),
})

/** Two things that may be one, and why. */
const twins = z.object({
  kind: sharedKind,
  reason: z.enum(['barcode', 'authority_code', 'name', 'pin']),
  things: z.tuple([thing, thing]),
})

/** A changed tax letter that the signer of the branch does not register yet. */
const letter = z.object({
  id: z.int(),
  /** The item's. */
  name: z.string(),
  letter: z.string(),
  since: z.int(),
  /** The tills that it waits for. Empty: the hub has another letter. */
  tills: z.array(z.string()),
})

export const offers = z.object({
  offers: z.array(offer),
  twins: z.array(twins),
  /** An earlier hub does not say. */
  letters: z.array(letter).default([]),
})
export type Offers = z.infer<typeof offers>

export const offerAnswer = z.object({
  uid: uuid,
  take: z.boolean(),
  /** The versions in force that the person saw, by field. */
  seen: z.record(z.string(), version),
})
export type OfferAnswer = z.infer<typeof offerAnswer>

/** The signer registers the letter now. */
export const letterAnswer = z.object({ id: z.int() })
export type LetterAnswer = z.infer<typeof letterAnswer>

export const twinAnswer = z.object({
  one: uuid,
  other: uuid,
  /** The thing that stays; null: they are different. */
  keep: uuid.nullable(),
})
export type TwinAnswer = z.infer<typeof twinAnswer>
