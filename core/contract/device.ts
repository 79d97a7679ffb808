/** The device, and the connection to the authority. */
import { z } from 'zod'
import { environment, moment, token, uuid, wireDate } from './fields.ts'
import { operation } from './operation.ts'

export const device = z.object({
  ready: z.boolean(),
  /** false: its key is not on this computer, as after a restore on a new one. */
  hasKey: z.boolean(),
  serial: z.string(),
  taxpayerPin: z.string(),
  branchId: z.string(),
  /** The taxpayer and place by the authority's response. */
  taxpayerName: z.string().nullable(),
  branchName: z.string().nullable(),
  place: z.string().nullable(),
  sdcId: z.string().nullable(),
  mrcNo: z.string().nullable(),
  initialisedAt: moment.nullable(),
})

export const laneName = z.enum(['items', 'sales', 'purchases', 'stock', 'other'])

/** Why a lane is paused, and the remedy. */
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
 * low: warning. stopped: nothing new is accepted, to keep space for pending documents. full, readOnly, broken: a
 * write failed so. damaged: the data read cannot be what was written. gone: the folder was deleted, replaced or
 * unmounted since the start.
 */
export const diskWord = z.enum(['ok', 'low', 'stopped', 'full', 'readOnly', 'broken', 'damaged', 'gone'])
export type DiskWord = z.infer<typeof diskWord>

/** The bar on every screen. */
const status = z.object({
  appId: uuid,
  profileName: z.string(),
  environment,
  practice: z.boolean(),
  tillName: z.string(),
  deviceReady: z.boolean(),
  /** null: not tried since the start. */
  reachable: z.boolean().nullable(),
  /** Since when `reachable` has this value; null: not tried, or the date is uncertain. */
  reachableSince: moment.nullable(),
  lastContactAt: moment.nullable(),
  /** Time of the next attempt while documents are pending. */
  nextTryAt: moment.nullable(),
  /** Pending documents of all kinds, and the sales and credit notes among them. */
  waiting: z.int(),
  waitingSales: z.int(),
  /** Documents of all kinds that wait for a manager, and the sales and credit notes among them. */
  needsPerson: z.int(),
  salesToFix: z.int(),
  unknown: z.int(),
  /** When the oldest pending sale was created; null: none, or the date is uncertain. */
  oldestAt: moment.nullable(),
  /** Pending sales past the deadline in the settings; 0 while the date is uncertain. */
  late: z.int(),
  /** The authority's clock minus ours, milliseconds; null before the first response. */
  clockDifferenceMs: z.int().nullable(),
  /** Kaunta's own time minus this computer's, milliseconds. Screens use it for the present time. */
  clockOffsetMs: z.int(),
  /**
   * The computer's date cannot be right and the authority did not send its own, so a person must enter it. null: the
   * date is certain.
   */
  dayInDoubt: z
    .object({
      /** The computer's time, and the last known time. */
      clock: moment,
      known: moment.nullable(),
      /** The possible dates, `YYYYMMDD`. */
      from: z.string(),
      to: z.string(),
    })
    .nullable(),
  lanes: z.array(laneState),
  disk: z.object({
    word: diskWord,
    folder: z.string(),
    /** Free bytes; null: unknown. */
    freeBytes: z.int().nullable(),
    /** Bytes to free before all is well; 0 = none. */
    toFreeBytes: z.int(),
  }),
  /** Where the last copy of the database failed; null: it succeeded. */
  backupTrouble: z.enum(['own', 'second']).nullable(),
})
export type Status = z.infer<typeof status>

/** What the practice authority simulates, so that an outage can be practised. */
const practiceMode = z.enum([
  'normal',
  /** Its port is closed: connections are refused. */
  'offline',
  /** It accepts every sale, but its response is lost. */
  'losesAnswers',
  /** It rejects the next sale because of its content. */
  'refusesNextSale',
])
export type PracticeMode = z.infer<typeof practiceMode>

const serialNumber = token(1, 100)
/** `spec 2.10`. */
const deviceInfo = z.object({ sdcId: z.string(), mrcNo: z.string(), deviceStatus: z.literal('ACTIVE') })

export const deviceOperations = {
  'practice.get': operation({
    summary: 'The simulated failure of the practice authority; null if this is not the practice authority',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ mode: practiceMode.nullable() }),
  }),
  'practice.set': operation({
    summary: 'Simulate an outage of the practice authority, until it is reset or Kaunta restarts',
    allow: 'manager',
    profile: true,
    input: z.object({ mode: practiceMode }),
    output: z.object({ mode: practiceMode.nullable() }),
  }),
  'status.get': operation({
    summary: 'The bar on every screen',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: status,
  }),
  'status.checklist': operation({
    summary: 'What a new shop has done and still has to do; nothing after its first signed sale',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({
      tasks: z.array(
        z.object({
          name: z.enum(['device', 'goods', 'stock', 'printer', 'people', 'sale']),
          done: z.boolean(),
        }),
      ),
    }),
  }),
  'status.dismissChecklist': operation({
    summary: 'Hide the checklist of a new shop',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({}),
  }),
  'day.give': operation({
    summary: 'Enter the date, if the computer cannot know it and the authority does not answer',
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
    summary: 'Initialise the device with the authority and fetch all reference data (spec 4.2)',
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
      "Register the device's serial number with the authority, without fetching reference data (spec 4.3)",
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/setup', role: 'owner', envelope: 'resultCode' },
    input: z.looseObject({ deviceSerialNumber: serialNumber }),
    output: deviceInfo,
  }),
  'device.restore': operation({
    summary:
      'Enter the identity of a device that was initialised elsewhere, with its stored key (authority §1.2)',
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
