/** Copies of a profile's database. */
import { z } from 'zod'
import { cashierPin, moment, text } from './fields.ts'
import { operation } from './operation.ts'
import { unopenedProfile } from './workspace.ts'

const backupFile = z.object({
  name: z.string(),
  /** The last 6 by the hour, 14 by the day and 8 by the week before, and 10 that a person asked for. */
  kind: z.enum(['hourly', 'daily', 'manual']),
  madeAt: moment,
  bytes: z.int(),
})

/** What was found wrong with a profile's database and what was done about it. */
export const finding = z.object({
  id: z.string(),
  at: moment,
  /**
   * `damaged`: it could not be read, `missing`: it was gone, `log`: what was written last, kept beside it, was lost or of
   * another database, `replaced`: an older copy lay in its place, `restored`: a person chose a copy, `running`: the check
   * of a running till found damage, which is mended at the next start, `workspace`: not this profile's database but the
   * installation's, with people and keys, was damaged, gone, older or changed; a copy lies in its place, or without a `source` it was left, `twin`: the authority has documents of this till's own numbers that
   * the database does not know, so its folder was put back to an older state, or cloned and used on another computer, `clock`: not the
   * database but the authority's own clock, which went from `upTo` to `at` at once, by more than a day, `changed`: rows
   * were changed on disk, not by Kaunta; `changes` of them are again what copy and journal prove, `complete`: all.
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
  /** In SQLite's words. */
  text: z.string().nullable(),
  /** The folder in which the old file lies; null = nothing was put aside. */
  aside: z.string().nullable(),
  /** From what the database was made; null = it was left as it is. */
  source: z
    .object({
      kind: z.enum(['backup', 'journal', 'file', 'nothing']),
      name: z.string(),
      madeAt: moment.nullable(),
    })
    .nullable(),
  /** Changes that the journal brought back, and the moment of the last one. */
  changes: z.int(),
  upTo: moment.nullable(),
  /** Sales and credit notes read out of the damaged file, which neither copy nor journal had. */
  salvaged: z.int(),
  /** Nothing is missing. */
  complete: z.boolean(),
  /** Numbers of sales that may have been used and are not here; the till goes on after them. */
  numbers: z.object({ from: z.int(), to: z.int() }).nullable(),
  /** What the authority had told once it was asked: documents here taken over, of this till and gone, and others'. */
  authority: z.object({ adopted: z.int(), gone: z.int(), others: z.int() }).nullable(),
  dismissed: z.boolean().default(false),
})

/** One of the list, or a file that the owner names by its whole path. */
const chosenCopy = z.discriminatedUnion('place', [
  z.object({ place: z.enum(['own', 'second']), name: z.string().max(100) }),
  z.object({ place: z.literal('file'), path: text(1000) }),
])
export type ChosenCopy = z.infer<typeof chosenCopy>

export const copyDescription = z.object({
  file: z.string(),
  bytes: z.int(),
  /** When its last document was written; null = it has none. */
  lastSoldAt: moment.nullable(),
  sales: z.int(),
  creditNotes: z.int(),
  /** Of its newest sale. */
  lastNumber: z.string().nullable(),
  waiting: z.int(),
  /** Changes that the journal brings back, and the moment of the last one. */
  changes: z.int(),
  upTo: moment.nullable(),
  /** The journal leads from it to the present: nothing is lost. */
  complete: z.boolean(),
})

export const backupOperations = {
  'backup.list': operation({
    summary:
      'Copies of the database, newest first, what went wrong with the last one, and what happened to the database',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({
      folder: z.string(),
      files: z.array(backupFile),
      /** The copies in the second place. */
      second: z.array(backupFile),
      failure: z.object({ at: moment, text: z.string(), place: z.enum(['own', 'second']) }).nullable(),
      /** Newest first, until an owner has put them away. */
      findings: z.array(finding),
      /** Profiles whose database could not be opened, with the reason; the others work. */
      unopened: z.array(unopenedProfile),
    }),
  }),
  'backup.dismiss': operation({
    summary: 'Put away what was told about the database; what was put aside stays where it is',
    allow: 'owner',
    profile: true,
    input: z.object({ id: z.string().max(100) }),
    output: z.object({}),
  }),
  'backup.describe': operation({
    summary: 'Open a copy, check it, and tell what is in it and what the journal would bring back since',
    allow: 'owner',
    profile: true,
    input: z.object({ copy: chosenCopy }),
    output: copyDescription,
  }),
  'backup.restore': operation({
    summary:
      'Put a copy in the place of the database, with all that the journal has since; the owner’s PIN is asked again',
    allow: 'owner',
    profile: true,
    input: z.object({ copy: chosenCopy, pin: cashierPin }),
    output: finding,
  }),
  'backup.saveElsewhere': operation({
    summary: 'Save what is open into a folder elsewhere, once the data folder is gone',
    allow: 'manager',
    profile: false,
    input: z.object({ folder: text(1000) }),
    output: z.object({ folder: z.string() }),
  }),
  'backup.make': operation({
    summary: 'Copy the database now, check the copy, and count what is in it',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: backupFile,
  }),
}
