/** New versions of Kaunta, and whether it starts with the computer. */
import { z } from 'zod'
import { updateAddressForm, updateAddressLength } from './bounds.ts'
import { moment } from './fields.ts'
import { operation } from './operation.ts'

const updateState = z.object({
  /** The version that runs. */
  version: z.string(),
  /**
   * on: an address decides. never: only an installed Kaunta updates itself. noKey: this copy was packed without the
   * key that proves a version.
   */
  mode: z.enum(['on', 'never', 'noKey']),
  /** Where new versions lie; '' = Kaunta asks nobody. */
  address: z.string(),
  step: z.enum(['idle', 'asking', 'downloading', 'ready', 'installing']),
  /** The next version; null: none is known. */
  next: z.string().nullable(),
  /** Bytes of its files. */
  received: z.int(),
  total: z.int(),
  /** When the address last answered; null: not since the start. */
  askedAt: moment.nullable(),
  /** Why the last try failed. */
  problem: z
    .enum(['unreachable', 'badSignature', 'badFeed', 'badFile', 'noWayBack', 'noRoom', 'notInstalled'])
    .nullable(),
  /** What must end before the installation: a sale at a window, a document on its way to the authority. */
  waitsFor: z.array(z.enum(['sale', 'queue'])),
  /** How the last installation ended; null: there was none. */
  last: z
    .object({
      from: z.string(),
      to: z.string(),
      at: moment,
      outcome: z.enum(['installed', 'wentBack', 'notInstalled']),
    })
    .nullable(),
  /** null: only an installed Kaunta starts with the computer. */
  startsWithComputer: z.boolean().nullable(),
})
export type UpdateState = z.infer<typeof updateState>

export const updateOperations = {
  'update.get': operation({
    summary: 'The version, the next one, and what its installation waits for',
    allow: 'manager',
    profile: false,
    input: z.object({}),
    output: updateState,
  }),
  'update.setAddress': operation({
    summary: 'Where new versions lie; an empty address ends all updates',
    allow: 'owner',
    profile: false,
    input: z.object({
      address: z
        .string()
        .trim()
        .max(updateAddressLength)
        .regex(updateAddressForm, 'an address that begins with https:// (http:// only on this computer)'),
    }),
    output: updateState,
  }),
  'update.ask': operation({
    summary: 'Ask the address for a new version now, and download it',
    allow: 'manager',
    profile: false,
    input: z.object({}),
    output: updateState,
  }),
  'update.install': operation({
    summary: 'Close Kaunta, install the downloaded version and start it',
    allow: 'manager',
    profile: false,
    input: z.object({ version: z.string().min(1).max(40) }),
    output: updateState,
  }),
  'update.startWithComputer': operation({
    summary: 'Start Kaunta when somebody signs in to the computer',
    allow: 'owner',
    profile: false,
    input: z.object({ on: z.boolean() }),
    output: updateState,
  }),
}
