/** Copies of a profile's database. */
import { z } from 'zod'
import { cashierPin, environment, moment, text } from './fields.ts'
import { operation } from './operation.ts'
import { unopenedProfile } from './workspace.ts'

const backupFile = z.object({
  name: z.string(),
  /** Kept: the last 6 hourly, 14 daily and 8 weekly copies, and 10 manual ones. */
  kind: z.enum(['hourly', 'daily', 'manual']),
  madeAt: moment,
  bytes: z.int(),
})

/** What was wrong with a profile's database and what Kaunta did. */
export const finding = z.object({
  id: z.string(),
  at: moment,
  /**
   * `damaged`: it could not be read. `missing`: it was gone. `log`: its write-ahead log was lost or belonged to
   * another database. `replaced`: an older copy was in its place. `restored`: a person chose a copy. `running`: a
   * check of the running till found damage, which is repaired at the next start. `workspace`: the workspace's
   * database (people and keys) was damaged, gone, older or changed; a copy replaced it, or without a `source` it was
   * left. `twin`: the authority has documents under this till's numbers that the database does not know, so the
   * folder was restored to an older state, or cloned to another computer. `clock`: the authority's own clock jumped
   * from `upTo` to `at`, by more than a day. `changed`: rows were changed on disk outside Kaunta; `changes` of them
   * were restored from copy and journal, `complete`: all.
   */
  cause: z.enum([
    'damaged',
    'missing',
    'log',
    'replaced',
    'restored',
    'running',
    'workspace',
    'twin',
    'clock',
    'changed',
  ]),
  /** SQLite's text. */
  text: z.string().nullable(),
  /** The folder of the old file; null = nothing was moved aside. */
  aside: z.string().nullable(),
  /** The source of the new database; null = left as it was. */
  source: z
    .object({
      kind: z.enum(['backup', 'journal', 'file', 'nothing']),
      name: z.string(),
      madeAt: moment.nullable(),
    })
    .nullable(),
  /** Number of transactions that the journal added, and the time of the last one. */
  changes: z.int(),
  upTo: moment.nullable(),
  /** Sales and credit notes read from the damaged file, which neither copy nor journal had. */
  salvaged: z.int(),
  /** Nothing is missing. */
  complete: z.boolean(),
  /** Numbers of sales that may be in use and are not here. The till continues after them. */
  numbers: z.object({ from: z.int(), to: z.int() }).nullable(),
  /**
   * What the authority reported: pending documents taken over, missing documents of this till, and documents of
   * others.
   */
  authority: z.object({ adopted: z.int(), gone: z.int(), others: z.int() }).nullable(),
  dismissed: z.boolean().default(false),
})

/** One of the list, or a file that the owner names by its full path. */
const chosenCopy = z.discriminatedUnion('place', [
  z.object({ place: z.enum(['own', 'second']), name: z.string().max(100) }),
  z.object({ place: z.literal('file'), path: text(1000) }),
])
export type ChosenCopy = z.infer<typeof chosenCopy>

export const copyDescription = z.object({
  file: z.string(),
  bytes: z.int(),
  /** Time of its last document; null = it has none. */
  lastSoldAt: moment.nullable(),
  sales: z.int(),
  creditNotes: z.int(),
  /** Number of its newest sale. */
  lastNumber: z.string().nullable(),
  waiting: z.int(),
  /** Number of transactions that the journal adds, and the time of the last one. */
  changes: z.int(),
  upTo: moment.nullable(),
  /** The journal leads from it to the present: nothing is lost. */
  complete: z.boolean(),
})

/** A copy for which there is no profile yet, and whose it is. */
const foundCopy = copyDescription.omit({ changes: true, upTo: true, complete: true }).extend({
  environment,
  taxpayerPin: z.string(),
  branchId: z.string(),
  deviceSerial: z.string(),
})

export const backupOperations = {
  'backup.list': operation({
    summary: 'Copies of the database, newest first, the last failure, and findings about the database',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({
      folder: z.string(),
      files: z.array(backupFile),
      /** The copies in the second place. */
      second: z.array(backupFile),
      failure: z.object({ at: moment, text: z.string(), place: z.enum(['own', 'second']) }).nullable(),
      /** Newest first, without those that an owner dismissed. */
      findings: z.array(finding),
      /** Profiles whose database could not be opened, with the reason. The others work. */
      unopened: z.array(unopenedProfile),
    }),
  }),
  'backup.dismiss': operation({
    summary: 'Dismiss a finding about the database; the files that were moved aside stay',
    allow: 'owner',
    profile: true,
    input: z.object({ id: z.string().max(100) }),
    output: z.object({}),
  }),
  'backup.describe': operation({
    summary: 'Open and check a copy; return its content and what the journal would add',
    allow: 'owner',
    profile: true,
    input: z.object({ copy: chosenCopy }),
    output: copyDescription,
  }),
  'backup.look': operation({
    summary:
      'Open and check a copy on a computer that does not have its shop yet; return its content and its device',
    allow: 'owner',
    profile: false,
    input: z.object({ path: text(1000) }),
    output: foundCopy,
  }),
  'backup.restore': operation({
    summary:
      'Replace the database with a copy and everything that the journal has since; needs the owner’s PIN again',
    allow: 'owner',
    profile: true,
    input: z.object({ copy: chosenCopy, pin: cashierPin }),
    output: finding,
  }),
  'backup.saveElsewhere': operation({
    summary: 'Save the open data to another folder after the data folder is gone',
    allow: 'manager',
    profile: false,
    input: z.object({ folder: text(1000) }),
    output: z.object({ folder: z.string() }),
  }),
  'backup.make': operation({
    summary: 'Copy the database now, check the copy, and count its content',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: backupFile,
  }),
}
