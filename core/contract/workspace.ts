/** The workspace: first run, people, profiles (the specification's apps), settings. */
import { z } from 'zod'
import { actTable } from './acts.ts'
import { authorityAddressForm, connectionLengths, mostLeadDays, sellPages } from './bounds.ts'
import { cashSettings } from './cashSettings.ts'
import {
  branchCode,
  cashierPin,
  cents,
  dialect,
  environment,
  language,
  moment,
  optionalText,
  role,
  taxpayerPin,
  text,
  token,
  uuid,
} from './fields.ts'
import { sellPage } from './grid.ts'
import { poleSetting, scaleSetting } from './hardware.ts'
import { operation } from './operation.ts'

export const person = z.object({
  id: uuid,
  name: z.string(),
  role,
  /** A demo shop. The unlock screen then shows the PIN. */
  demo: z.boolean(),
  active: z.boolean(),
  /** False: this till does not know the person's PIN yet. */
  hasPin: z.boolean(),
  /** No PIN is accepted before this time. */
  lockedUntil: moment.nullable(),
  /** Attempts before the next wait, and its duration in milliseconds; null: no wrong PIN since the last right one. */
  triesLeft: z.object({ tries: z.int().min(1), waitMs: z.int().min(0) }).nullable(),
})

const profile = z.object({
  id: uuid,
  name: z.string(),
  environment,
  /** Uses the practice authority inside Kaunta. */
  practice: z.boolean(),
  dialect,
  authorityUrl: z.string(),
  taxpayerPin: z.string(),
  branchId: z.string(),
  deviceSerial: z.string(),
  /** If its dialect is the gateway. Its keys are never returned. */
  gateway: z.object({ tokenUrl: z.string(), apigeeAppId: z.string() }).nullable(),
  deviceReady: z.boolean(),
  current: z.boolean(),
  /** Documents not accepted yet. */
  waiting: z.int(),
  needsPerson: z.int(),
})
export type ProfileView = z.infer<typeof profile>

const authorityAddress = z
  .url({ protocol: /^https?$/ })
  .regex(authorityAddressForm, 'an address that begins with https:// (http:// only on this computer)')

const gateway = z.object({
  tokenUrl: authorityAddress,
  consumerKey: text(connectionLengths.consumerKey),
  consumerSecret: text(connectionLengths.consumerSecret),
  apigeeAppId: token(1, connectionLengths.apigeeAppId),
})

/** The data that a person enters to connect a shop's own device. */
export const connection = z.object({
  name: text(connectionLengths.name),
  environment,
  authorityUrl: authorityAddress,
  dialect: dialect.default('legacy'),
  taxpayerPin,
  /** `00` is the head office, `01` and up are branches (`authority §1.2`). */
  branchId: branchCode,
  deviceSerial: token(1, connectionLengths.deviceSerial),
  gateway: gateway.optional(),
})
export type Connection = z.infer<typeof connection>

/** A corrected connection. An empty key keeps its stored value. */
const correction = connection.omit({ environment: true }).extend({
  id: uuid,
  gateway: gateway
    .extend({ consumerKey: optionalText(200).default(''), consumerSecret: optionalText(200).default('') })
    .optional(),
})
export type Correction = z.infer<typeof correction>

/** A profile whose database could not be opened, and why. */
export const unopenedProfile = z.object({ name: z.string(), text: z.string() })

export const session = z.object({
  user: z.object({ id: uuid, name: z.string(), role, demo: z.boolean() }),
  /** The profile of this window. */
  appId: uuid.nullable(),
  /** Sales and credit notes are training papers. */
  training: z.boolean(),
})

/** The data that a person sees after unlocking a window. */
const admission = session.extend({
  /** Wrong PINs entered for them since the last time; `lastAt`: time of the last one. */
  wrongPins: z.object({ count: z.int().min(1), lastAt: moment }).nullable(),
  /** An owner's PIN that the present rules would reject. */
  pinProblem: z.enum(['short', 'common']).nullable(),
})

const firstOwner = z.object({ name: text(60), pin: cashierPin })

/** 0 = never. */
const lockAfterMinutes = z.int().min(0).max(240)

/** A rule for labels of a shop's scale: EAN-13 containing a weight or a price (`fiscal/barcode`). */
export const scaleRule = z
  .object({
    prefix: z.string().regex(/^2\d?$/, 'two digits from 20 to 29, or 2'),
    itemDigits: z.int().min(3).max(7),
    valueDigits: z.int().min(4).max(6),
    value: z.enum(['weight', 'price']),
    /** Decimals of the embedded value: weight 3 = grams; price 2 = cents, 0 = whole shillings. */
    decimals: z.int().min(0).max(3),
    innerCheckDigit: z.boolean().default(false),
  })
  .refine(
    ({ prefix, itemDigits, valueDigits, innerCheckDigit }) =>
      prefix.length + itemDigits + valueDigits + (innerCheckDigit ? 1 : 0) === 12,
    { path: ['valueDigits'], error: 'as many digits as make 12 together with the prefix and the item' },
  )
export type ScaleRule = z.infer<typeof scaleRule>

export const paper = z.enum(['58mm', '80mm', 'A4'])
export type Paper = z.infer<typeof paper>

/**
 * Where papers go: the window's own print dialogue, a PDF file, a system printer without a dialogue, or the direct
 * printers of this computer (`printer.state`), each for its uses. What none of them is for opens the dialogue.
 */
export const printTarget = z.enum(['window', 'pdf', 'system', 'direct'])

export const printerChoice = z.object({
  kind: printTarget,
  /** The system's name for the printer; absent: its default one. */
  name: z.string().max(200).optional(),
  /** Somebody saw a test page of it. */
  tested: z.boolean().optional(),
})
export type PrinterChoice = z.infer<typeof printerChoice>

/** Days from an order to its delivery. */
export const leadDays = z.int().min(0).max(365)

/** Settings of one profile. */
export const settings = z.object({
  shop: z.object({
    tradeName: text(60),
    address: optionalText(120),
    city: optionalText(60),
    phone: optionalText(20),
    headerMessage: optionalText(60),
    footerMessage: optionalText(60),
  }),
  tillName: text(20),
  paper,
  printer: printerChoice,
  /** Print the receipt as soon as the sale is paid. */
  printAtOnce: z.boolean(),
  sounds: z.boolean(),
  scanner: z.object({
    /** Shortest sequence that counts as a scan, characters. */
    minimumLength: z.int().min(3).max(30),
    /** Largest average gap between two keys of a scan, milliseconds. */
    averageGapMs: z.int().min(5).max(100),
  }),
  scaleRules: z.array(scaleRule).max(20),
  /** A scale and a pole display on serial lines; null: none. */
  scale: scaleSetting.nullable(),
  pole: poleSetting.nullable(),
  /** Hours after which an unsent document counts as late (`authority §5.6`: a setting, not law). */
  deadlineHours: z.int().min(1).max(240),
  /** Reject sales of goods below the recorded stock (`authority §4.6`, TIS 6.29). Off: the line warns. */
  blockBelowStock: z.boolean(),
  /** Percent of a whole sale that a cashier may give as discount; 100: no limit. */
  cashierDiscount: z.int().min(0).max(100),
  /** Days from an order to its delivery, and days for which goods should be there besides. */
  orderLeadDays: leadDays,
  orderSafetyDays: z.int().min(0).max(365),
  /** Suppliers whose orders take longer or shorter. `supplier` is the key of `order.suggest`. A manager sets them. */
  supplierLeadDays: z.array(z.object({ supplier: text(60), days: leadDays })).max(mostLeadDays),
  /** Cents from which a difference of counted goods is asked about; from a fifth of it where the share is exceeded. */
  largeDifference: cents,
  /** Percent of the expected stock above which a difference is large. */
  largeDifferenceShare: z.int().min(1).max(100),
  /** Percent of a customer's limit that this till may sell on credit while its hub does not answer. */
  creditWithoutHub: z.int().min(0).max(100),
  acts: actTable,
  ...cashSettings,
  /** Pages of Sell, in order. A manager arranges them (`item.arrange`). */
  sellPages: z.array(sellPage).max(sellPages.most),
  /** Default classes for the specification's `GD` and `SV` (`authority §10`). */
  defaultGoodsClass: z.string().regex(/^\d{10}$/),
  defaultServiceClass: z.string().regex(/^\d{10}$/),
  /** A folder on another disk that gets a copy of each backup; '' = none. */
  backupFolder: optionalText(500),
  /** Days that requests and responses of settled documents are kept. */
  keepBodiesDays: z.int().min(1).max(3650),
})
export type Settings = z.infer<typeof settings>

/** How far a new shop has come. A restart continues there. */
export const firstRun = z.object({
  step: z.enum(['restore', 'shop', 'device', 'goods', 'printer']),
  /** What receipts say about the shop, until its profile exists. */
  shop: settings.shape.shop.nullable(),
})
export type FirstRun = z.infer<typeof firstRun>

export const workspaceOperations = {
  'workspace.state': operation({
    summary: 'The first data of a window',
    allow: 'nobody',
    profile: false,
    input: z.object({}),
    output: z.object({
      /**
       * first-run: nothing exists yet; needs-owner: created by a gateway, or Production with demo people only, so it
       * has no owner.
       */
      phase: z.enum(['first-run', 'needs-owner', 'ready']),
      version: z.string(),
      language,
      people: z.array(person),
      session: session.nullable(),
      currentProfile: profile.nullable(),
      /** Name of the windows' profile if it could not be opened. Kaunta never chooses another one by itself. */
      unopenedProfile: z.string().nullable(),
      /** null: over, or none began. */
      firstRun: firstRun.nullable(),
    }),
  }),
  'firstRun.save': operation({
    summary: 'Continue the first run at a step, or end it',
    allow: 'owner',
    profile: false,
    input: z.object({
      step: z.enum([...firstRun.shape.step.options, 'over']),
      /** Absent: unchanged. */
      shop: settings.shape.shop.optional(),
    }),
    output: z.object({}),
  }),
  'workspace.tryItNow': operation({
    summary: 'Create the demo shop on the practice authority and unlock it as its owner',
    allow: 'nobody',
    profile: false,
    input: z.object({ language: language.default('en') }),
    output: session,
  }),
  'workspace.createOwner': operation({
    summary: "Create the first owner; only while the till's profile has no owner",
    allow: 'nobody',
    profile: false,
    /** `first`: the step that the first run begins with. */
    input: firstOwner.extend({ first: z.enum(['shop', 'restore']).default('shop') }),
    output: session,
  }),
  'workspace.setLanguage': operation({
    summary: 'The language of the screens; in a till with an owner, only an unlocked window may change it',
    allow: 'nobody',
    profile: false,
    input: z.object({ language }),
    output: z.object({ language }),
  }),
  'session.unlock': operation({
    summary: 'Unlock the till with a PIN',
    allow: 'nobody',
    profile: false,
    input: z.object({
      userId: uuid,
      pin: z.string().min(1).max(12),
      /** For a person who must choose a new PIN: `session.newPin`. */
      newPin: cashierPin.optional(),
    }),
    output: admission,
  }),
  'session.lock': operation({
    summary: 'Lock the till',
    allow: 'nobody',
    profile: false,
    input: z.object({}),
    output: z.object({}),
  }),
  'session.touched': operation({
    summary: 'A window was touched, so its lock timeout restarts',
    allow: 'nobody',
    profile: false,
    input: z.object({}),
    output: z.object({}),
  }),
  'workspace.setLockAfter': operation({
    summary: 'Minutes without a touch after which windows lock; 0 = never',
    allow: 'owner',
    profile: false,
    input: z.object({ minutes: lockAfterMinutes }),
    output: z.object({ minutes: lockAfterMinutes }),
  }),
  'user.list': operation({
    summary: 'People who may use this till',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    /** `hub`: the name of this till at the hub that owns these people; null: this till does. */
    output: z.object({ people: z.array(person), lockAfterMinutes, hub: z.string().nullable() }),
  }),
  'user.save': operation({
    summary: 'Add or change a person',
    allow: 'owner',
    profile: false,
    input: z.object({
      id: uuid.optional(),
      name: text(60),
      role,
      /** Required for a new person; absent = unchanged. */
      pin: cashierPin.optional(),
      active: z.boolean().default(true),
    }),
    output: person,
  }),
  'profile.list': operation({
    summary: 'All profiles, and those that could not be opened',
    allow: 'cashier',
    profile: false,
    input: z.object({}),
    output: z.object({ profiles: z.array(profile), unopened: z.array(unopenedProfile) }),
  }),
  'profile.create': operation({
    summary: 'Connect a device of the shop: creates a profile with its own database, not initialised yet',
    allow: 'owner',
    profile: false,
    input: connection,
    output: profile,
  }),
  'profile.correct': operation({
    summary:
      'Correct the connection of a device: before it is initialised everything except its environment, afterwards name, address and keys',
    allow: 'owner',
    profile: false,
    input: correction,
    output: profile,
  }),
  'profile.createPractice': operation({
    summary: 'Create a Sandbox profile on the practice authority',
    allow: 'owner',
    profile: false,
    input: z.object({ name: text(60), demoShop: z.boolean().default(false) }),
    output: profile,
  }),
  'profile.switch': operation({
    summary: 'Switch to another profile; the previous one continues to submit',
    allow: 'owner',
    profile: false,
    /** `owner`: when a demo person switches to Production, the shop's first real owner, who works there instead. */
    input: z.object({ id: uuid, owner: firstOwner.optional() }),
    output: session,
  }),
  'settings.get': operation({
    summary: 'Settings of the profile',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: settings,
  }),
  'settings.save': operation({
    summary: 'Change some settings of the profile',
    allow: 'owner',
    profile: true,
    input: settings.partial(),
    output: settings,
  }),
}
