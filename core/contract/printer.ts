/** The computer's printers. */
import { z } from 'zod'
import { operation } from './operation.ts'
import { paper, printerChoice } from './workspace.ts'

export const printerOperations = {
  'printer.list': operation({
    summary: 'The printers of this computer',
    allow: 'owner',
    profile: true,
    input: z.object({}),
    output: z.object({
      /** `name`: as the settings keep it; `title`: as people see it on this computer. */
      printers: z.array(z.object({ name: z.string(), title: z.string() })),
    }),
  }),
  'printer.test': operation({
    summary: 'Print a test page on a printer, which need not be the one in the settings',
    allow: 'owner',
    profile: true,
    input: z.object({ printer: printerChoice, paper }),
    output: z.object({
      /** The page for the window's own print dialogue; null if the host printed it. */
      html: z.string().nullable(),
      /** Path of a written file. */
      file: z.string().nullable(),
    }),
  }),
}
