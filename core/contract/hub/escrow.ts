/** What the deputy of a hub keeps, sealed: with it the deputy can be the hub of the branch. */
import { z } from 'zod'
import { handedDevice } from './device.ts'

const uuid = z.uuid()
const moment = z.int()

export const escrow = z.object({
  hub: uuid,
  environment: z.enum(['sandbox', 'production']),
  /** The hub's epoch. A computer that takes over has a higher one. */
  epoch: z.int().min(1),
  /** PKCS 8, base64. Tills know the hub by it. */
  doorKey: z.string().min(1),
  /** It opens the hub's backups. */
  recoveryCode: z.string().min(1),
  branch: z.object({ pin: z.string(), code: z.string() }),
  /** In the order in which they came. */
  tills: z.array(
    z.object({
      uid: uuid,
      name: z.string(),
      app: z.string().nullable(),
      publicKey: z.string().nullable(),
      pairedAt: moment.nullable(),
      confirmedAt: moment.nullable(),
      revokedAt: moment.nullable(),
      /** The uid of the till whose trail this one has up to its start; null: none. */
      parent: uuid.nullable(),
      startSeq: z.int(),
      startHash: z.string(),
    }),
  ),
  /** Newest first. */
  peppers: z.array(z.object({ id: uuid, secret: z.string() })),
  /** null: the hub has no device of the branch. */
  device: handedDevice.nullable(),
})
export type Escrow = z.infer<typeof escrow>

/** `key`: X25519, base64url, for this request alone. `proof`: the till's signature of it, base64url. */
export const escrowRequest = z.object({ key: z.string().length(43), proof: z.string().max(200) })
/** `sealed`: for that key. `digest`: of the escrow, hexadecimal. */
export const escrowAnswer = z.object({ sealed: z.string(), digest: z.string().length(64) })

/** What a till leaves for the hub that it starts: that hub is the branch's from now on. A secret. */
export const takeOver = z.object({
  escrow,
  /** Above every earlier one that the till knew. */
  epoch: z.int().min(2),
  /** The name of this computer. */
  computer: z.string(),
  /** The uid of the till on this computer. */
  till: uuid,
  /** A folder with backups of the hub; null: the tills send everything again. */
  backups: z.string().nullable(),
})
export type TakeOver = z.infer<typeof takeOver>
/** The name of that secret among the hub's. */
export const takeOverSecret = 'hub.takeOver'
