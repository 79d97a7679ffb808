/** Copies of a profile's database. */
import { z } from 'zod'
import { moment } from './fields.ts'
import { operation } from './operation.ts'

export const backupFile = z.object({
  name: z.string(),
  /** One an hour for a day, one a day for a month, and those that a person asked for. */
  kind: z.enum(['hourly', 'daily', 'manual']),
  madeAt: moment,
  bytes: z.int(),
})

export const backupOperations = {
  'backup.list': operation({
    summary: 'Copies of the database, newest first, and what went wrong with the last one',
    allow: 'manager',
    app: true,
    input: z.object({}),
    output: z.object({
      folder: z.string(),
      files: z.array(backupFile),
      failure: z.object({ at: moment, text: z.string(), place: z.enum(['own', 'second']) }).nullable(),
    }),
  }),
  'backup.make': operation({
    summary: 'Copy the database now, check the copy, and count what is in it',
    allow: 'manager',
    app: true,
    input: z.object({}),
    output: backupFile,
  }),
}
