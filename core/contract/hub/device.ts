/** A device of the authority, as a till hands it to the signer of its branch. Only a pinned connection carries it. */
import { z } from 'zod'
import { dialect } from '../fields.ts'
import { contained } from './contained.ts'
import { outcomeBody } from './outcome.ts'

const text = z.string().max(500)
const optional = text.nullable()

/** Whom the device talks to, and as whom. No secret is in it. */
export const deviceConnection = z.object({
  name: text,
  environment: z.enum(['sandbox', 'production']),
  authorityUrl: text,
  dialect,
  taxpayerPin: text,
  branchId: text,
  serial: text,
  tokenUrl: optional,
  apigeeAppId: optional,
})
export type DeviceConnection = z.infer<typeof deviceConnection>

/** What the authority said when it gave the device. */
export const deviceUnit = z.object({
  serial: text,
  sdc_id: text,
  mrc_no: text,
  taxpayer_name: optional,
  branch_name: optional,
  place: optional,
  initialised_at: z.int(),
})
export type DeviceUnit = z.infer<typeof deviceUnit>

/** Secrets. They are in no database, no log and no error. */
export const deviceKeys = z.object({
  cmcKey: text,
  deviceId: optional,
  /** null: the dialect has none. */
  gateway: z.object({ consumerKey: text, consumerSecret: text }).nullable(),
})
export type DeviceKeys = z.infer<typeof deviceKeys>

export const handedDevice = z.object({
  connection: deviceConnection,
  unit: deviceUnit,
  keys: deviceKeys,
})
export type HandedDevice = z.infer<typeof handedDevice>

/** Items of a request. */
export const handedAtOnce = 500

/** What the till had registered, in the order of the uids. `after`: the last one of the request before; null: none was. */
export const handedItemsRequest = z.object({
  after: z.uuid().nullable(),
  items: z
    .array(
      z.object({
        uid: z.uuid(),
        code: z.string().min(1).max(100),
        onHand: z.int(),
        /** Absent: not known. */
        contained: contained.optional(),
      }),
    )
    .min(1)
    .max(handedAtOnce),
  /** True: the quantities are those of all tills of the branch, as an earlier hub told them. */
  ofBranch: z.boolean().default(false),
})
export type HandedItemsRequest = z.infer<typeof handedItemsRequest>

/** The hub's signer is to owe what the till's facts after `since` owe. */
export const delegateRequest = z.object({
  since: z.int().min(0),
  /** The numbers at the authority that the till would have used next, by their series. */
  counters: z.record(z.string().max(40), z.int().min(1)),
  /** Of the till's own device, to which the number of sales belongs. Absent: an older till, whose number counts. */
  serial: text.optional(),
  /** An earlier hub may have the till's facts up to this one, and have sent them to the authority. */
  before: z.int().min(0).default(0),
  /** The row of the trail by which the till closed its own queue. Absent: an older till. */
  closedBy: z.int().min(0).optional(),
})

/** Documents of a request. */
export const endedAtOnce = 100

/** The rows of the till's trail with documents of which the hub does not know how they ended, in order. */
export const unendedAnswer = z.object({ seqs: z.array(z.int()) })

/** How documents of the till ended, as a hub before told it. */
export const endedRequest = z.object({
  ended: z
    .array(z.object({ seq: z.int().min(1), outcome: outcomeBody }))
    .min(1)
    .max(endedAtOnce),
})
export type Ended = z.infer<typeof endedRequest>['ended'][number]

/** The branch's device, which signs for the till from now on. */
export const delegateAnswer = z.object({ unit: deviceUnit })

/** The till signs itself what comes after `until` in its trail. */
export const takeBackRequest = z.object({ until: z.int().min(0) })

/** `waiting`: documents that the signer ends first. */
export const takeBackAnswer = z.discriminatedUnion('is', [
  z.object({ is: z.literal('waiting'), waiting: z.int() }),
  z.object({
    is: z.literal('ended'),
    /** True: the branch's device is this till's from now on. */
    yours: z.boolean(),
    /** null: the hub has no device for this till, or this till said that it has it. */
    device: handedDevice.nullable(),
    /** Of the device with which the hub still signs; null: none. */
    serial: text.nullable(),
    counters: z.record(z.string(), z.int()),
  }),
])
export type TakeBackAnswer = z.infer<typeof takeBackAnswer>

export const handedItemsAnswer = z.object({
  items: z.array(z.object({ uid: z.uuid(), code: z.string(), onHand: z.int() })),
})
