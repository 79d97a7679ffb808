/** The hub on this computer, as the Kaunta that started it sees it. */
import { z } from 'zod'
import { environment, language, moment } from './fields.ts'
import { operation } from './operation.ts'

const thisComputer = z.object({
  /** impossible: this Kaunta may start no hub. failed: it ended, and is started again after a pause. */
  state: z.enum(['off', 'starting', 'on', 'failed', 'impossible']),
  /** null: it is off. */
  environment: environment.nullable(),
  /** Since when it works; null: it does not. */
  since: moment.nullable(),
  /** Where tills of the network reach it. */
  addresses: z.array(z.string()),
  /** Where this till reaches it; null: it does not work. */
  own: z.string().nullable(),
  /** In groups of four, with hyphens; null: none is valid now. */
  code: z.string().nullable(),
  codeUntil: moment.nullable(),
  /** Two words by which people recognise this hub; null: it does not work. */
  words: z.tuple([z.string(), z.string()]).nullable(),
  /** When the recovery sheet was printed last, and who did it; `at` null: never. null: not known now. */
  sheet: z.object({ at: moment.nullable(), by: z.string() }).nullable(),
  /** Another computer took over as this hub, and since when this one knows; null: this is the hub, or not known. */
  replaced: z.object({ by: z.string(), at: moment }).nullable(),
  /** The till that can take over; `heldAt`: since when it has what it needs, null: not yet. null: no till, or not known. */
  deputy: z.object({ name: z.string(), heldAt: moment.nullable() }).nullable(),
  /** `text`: its last words, in English. */
  failure: z.object({ reason: z.enum(['portInUse', 'ended']), text: z.string(), port: z.int() }).nullable(),
})
export type ThisComputer = z.infer<typeof thisComputer>

const sheet = z.object({ pin: z.string().min(1).max(12), language })

export const hubComputerOperations = {
  'hub.thisComputer.state': operation({
    summary: 'The hub on this computer',
    allow: 'manager',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.start': operation({
    summary: 'Start a hub on this computer, now and with each later start of Kaunta',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.stop': operation({
    summary: 'Stop the hub on this computer. Its tills still sell',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.thisComputer.newCode': operation({
    summary: 'A new pairing code of the hub on this computer; the earlier one ends',
    allow: 'owner',
    profile: false,
    input: z.object({}),
    output: thisComputer,
  }),
  'hub.takeOver': operation({
    summary:
      'This computer is the hub of the branch from now on, with what the deputy kept. The hub must be silent',
    allow: 'owner',
    profile: true,
    input: z.object({
      pin: z.string().min(1).max(12),
      /** A folder with backups of the hub; null: the tills send everything again. */
      backups: z.string().min(1).max(4_000).nullable().optional(),
    }),
    output: thisComputer,
  }),
  'hub.thisComputer.sheet': operation({
    summary: 'The recovery sheet of the hub on this computer. It has a secret; the PIN is asked again',
    allow: 'owner',
    profile: true,
    input: sheet,
    output: z.object({ html: z.string() }),
  }),
  'hub.thisComputer.printSheet': operation({
    summary: 'Print the recovery sheet. Kaunta stores it nowhere',
    allow: 'owner',
    profile: true,
    input: sheet,
    /** null: a direct printer has printed it. Otherwise the window prints it. */
    output: z.object({ html: z.string().nullable() }),
  }),
}
