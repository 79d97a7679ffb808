/** The day of a branch, of all its tills, from the hub of a linked till. */
import { z } from 'zod'
import { language, wireDate } from './fields.ts'
import { branchReport } from './hub/report.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { paper, printTarget } from './workspace.ts'

const which = { day: wireDate, language: language.default('en'), paper: paper.optional() }

export const hubReportOperations = {
  'hub.report': operation({
    summary: 'The day of the branch so far, as figures and as it would print',
    allow: 'manager',
    profile: true,
    input: z.object(which),
    output: z.object({ report: branchReport, html: z.string() }),
  }),
  'hub.printReport': operation({
    summary: 'Print the day of the branch',
    allow: 'manager',
    profile: true,
    input: z.object({ ...which, target: printTarget.optional() }),
    output: z.object({
      ...printed,
    }),
  }),
}
