/** Training: a state of a person's session at a window. Its sales and credit notes are papers of their own series. */
import { z } from 'zod'
import { operation } from './operation.ts'

export const trainingOperations = {
  'training.start': operation({
    summary:
      'Start training in this session: the act `training`. It ends by hand, when the window locks, and at a restart',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({}),
  }),
  'training.end': operation({
    summary: 'End training',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({}),
  }),
}
