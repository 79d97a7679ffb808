/** The device, and the state of the line to the authority. */
import { z } from 'zod'
import { environment, moment, token, uuid, wireDate } from './fields.ts'
import { operation } from './operation.ts'

export const device = z.object({
  ready: z.boolean(),
  serial: z.string(),
  taxpayerPin: z.string(),
  branchId: z.string(),
  /** The authority's name of the taxpayer and place, as it answered. */
  taxpayerName: z.string().nullable(),
  branchName: z.string().nullable(),
  place: z.string().nullable(),
  sdcId: z.string().nullable(),
  mrcNo: z.string().nullable(),
  initialisedAt: moment.nullable(),
})

export const laneName = z.enum(['items', 'sales', 'purchases', 'stock', 'other'])

/** Why a lane does not send, and what mends it. */
const laneState = z.object({
  lane: laneName,
  waiting: z.int(),
  paused: z
    .object({
      reason: z.enum(['notInitialised', 'notAuthorised', 'counterConflict']),
      at: moment,
      detail: z.string(),
    })
    .nullable(),
})

/**
 * low: say so; stopped: nothing new is kept, to keep room for what is owed; full, readOnly, broken: a write has failed so;
 * damaged: what is read cannot be what was written; gone: the folder was deleted, replaced or unmounted since the start.
 */
export const diskWord = z.enum(['ok', 'low', 'stopped', 'full', 'readOnly', 'broken', 'damaged', 'gone'])
export type DiskWord = z.infer<typeof diskWord>

/** The bar that is always there. */
const status = z.object({
  appId: uuid,
  profileName: z.string(),
  environment,
  practice: z.boolean(),
  tillName: z.string(),
  deviceReady: z.boolean(),
  /** null: not tried since the start. */
  reachable: z.boolean().nullable(),
  /** Since when it is as `reachable` says; null: not tried, or the day is in doubt. */
  reachableSince: moment.nullable(),
  lastContactAt: moment.nullable(),
  /** When the next try is due while something waits. */
  nextTryAt: moment.nullable(),
  waiting: z.int(),
  needsPerson: z.int(),
  unknown: z.int(),
  /** When the oldest waiting document was made; null: none waits, or the day is in doubt. */
  oldestAt: moment.nullable(),
  /** Documents past the deadline of the settings; 0 while the day is in doubt. */
  late: z.int(),
  /** The authority's clock minus ours, milliseconds; null until it has answered once. */
  clockDifferenceMs: z.int().nullable(),
  /** Kaunta's own time minus this computer's, milliseconds: what screens call now. */
  clockOffsetMs: z.int(),
  /** The computer's date cannot be right, nor does the authority tell its own: a person has to. null: the day is sure. */
  dayInDoubt: z
    .object({
      /** What the computer says, and the last moment that is known. */
      clock: moment,
      known: moment.nullable(),
      /** The days that it can be, `YYYYMMDD`. */
      from: z.string(),
      to: z.string(),
    })
    .nullable(),
  lanes: z.array(laneState),
  disk: z.object({
    word: diskWord,
    folder: z.string(),
    /** Bytes that may still be written; null: they cannot be told. */
    freeBytes: z.int().nullable(),
    /** Bytes to be freed before all is well; 0 = none. */
    toFreeBytes: z.int(),
  }),
  /** Where the last copy of the database could not be made; null: it was made. */
  backupTrouble: z.enum(['own', 'second']).nullable(),
})
export type Status = z.infer<typeof status>

/** What the practice authority pretends, so that an outage can be tried before it happens. */
const practiceMode = z.enum([
  'normal',
  /** Its port is closed: connections are refused. */
  'offline',
  /** It takes every sale and its answer is lost on the way. */
  'losesAnswers',
  /** It refuses the next sale for its content. */
  'refusesNextSale',
])
export type PracticeMode = z.infer<typeof practiceMode>

const serialNumber = token(1, 100)
/** `spec 2.10`. */
const deviceInfo = z.object({ sdcId: z.string(), mrcNo: z.string(), deviceStatus: z.literal('ACTIVE') })

export const deviceOperations = {
  'practice.get': operation({
    summary: 'What the practice authority pretends; null where the authority is not the practice one',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ mode: practiceMode.nullable() }),
  }),
  'practice.set': operation({
    summary: 'Let the practice authority pretend an outage, until it is put back or Kaunta is started again',
    allow: 'manager',
    profile: true,
    input: z.object({ mode: practiceMode }),
    output: z.object({ mode: practiceMode.nullable() }),
  }),
  'status.get': operation({
    summary: 'The bar that is always there',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: status,
  }),
  'day.give': operation({
    summary: 'Say which day it is, where the computer cannot know it and the authority does not answer',
    allow: 'cashier',
    profile: true,
    input: z.object({ day: wireDate }),
    output: z.object({}),
  }),
  'device.status': operation({
    summary: 'The device of this profile',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: device,
  }),
  'device.initialize': operation({
    summary: 'Initialise the device with the authority and pull all reference data (spec 4.2)',
    allow: 'owner',
    profile: true,
    rest: { method: 'POST', path: '/initialize', role: 'owner', envelope: 'resultCode' },
    input: z.looseObject({ deviceSerialNumber: serialNumber.nullish() }),
    output: z.object({
      deviceInfo,
      syncResult: z.object({ codes: z.boolean(), notices: z.boolean(), branches: z.boolean() }),
    }),
  }),
  'device.setup': operation({
    summary:
      "Register the device's serial number with the authority, without pulling reference data (spec 4.3)",
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/setup', role: 'owner', envelope: 'resultCode' },
    input: z.looseObject({ deviceSerialNumber: serialNumber }),
    output: deviceInfo,
  }),
  'device.restore': operation({
    summary:
      'Enter the identity of a device that was initialised elsewhere, with its kept key (authority §1.2)',
    allow: 'owner',
    profile: true,
    input: z.object({
      cmcKey: token(8, 255),
      sdcId: token(1, 18),
      mrcNo: token(1, 11),
    }),
    output: device,
  }),
}
