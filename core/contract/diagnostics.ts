/** The support file. */
import { z } from 'zod'
import { operation } from './operation.ts'

export const diagnosticsOperations = {
  'diagnostics.make': operation({
    summary: 'The support file about the till’s health, without names, amounts or secrets',
    allow: 'manager',
    profile: false,
    input: z.object({}),
    output: z.object({
      file: z.string(),
      bytes: z.int(),
      /** The file's content, so that a person sees it before it is passed on. */
      content: z.string(),
    }),
  }),
}
