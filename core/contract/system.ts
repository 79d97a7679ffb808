/** Health and status of the service, without a credential. */
import { z } from 'zod'
import { diskWord } from './device.ts'
import { isoMoment } from './fields.ts'
import { operation } from './operation.ts'

export const systemOperations = {
  'system.health': operation({
    summary: 'Is the service alive (spec 4.1)',
    allow: 'software',
    profile: false,
    rest: { method: 'GET', path: '/health', role: 'cashier', envelope: 'resultCode', public: true },
    input: z.looseObject({}).default({}),
    output: z.object({ status: z.literal('UP'), time: isoMoment }),
  }),
  'system.status': operation({
    summary: 'Version, queue and reach of the authority, nothing secret (spec 4.1)',
    allow: 'software',
    profile: false,
    rest: { method: 'GET', path: '/status', role: 'cashier', envelope: 'resultCode', public: true },
    input: z.looseObject({}).default({}),
    output: z.object({
      version: z.string(),
      apps: z.int(),
      queueDepth: z.int(),
      needsAttention: z
        .int()
        .describe('documents that are rejected, uncertain or without signature, and paused lanes'),
      oldestAgeSeconds: z
        .int()
        .nullable()
        .describe('seconds since the oldest pending document was created; null when none is pending'),
      authorityReachable: z
        .boolean()
        .nullable()
        .describe("false when any profile's authority cannot be reached; null when none has been tried"),
      disk: diskWord.describe(
        'ok and low: new documents are accepted; otherwise nothing new is accepted until the disk is fixed',
      ),
      incomplete: z
        .boolean()
        .describe(
          'a damaged database was rebuilt and data may be missing; until an owner dismisses the notice',
        ),
    }),
  }),
}
