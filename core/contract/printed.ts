/** How a window asks for a paper, and what comes of it. */
import { z } from 'zod'
import { language } from './fields.ts'
import { paper, printTarget } from './workspace.ts'

export const printAsked = { language, paper: paper.optional(), target: printTarget.optional() }

export const printed = {
  /** The page for the window's own print dialogue; null if the host printed it. */
  html: z.string().nullable(),
  /** Path of a written file. */
  file: z.string().nullable(),
}
