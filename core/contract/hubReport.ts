/** The day of a branch, of all its tills, from the hub of a linked till. */
import { z } from 'zod'
import { language, wireDate } from './fields.ts'
import { bestSellers, branchReport, mostDays } from './hub/report.ts'
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
  'hub.bestSellers': operation({
    summary: 'The goods that the branch sold most of, in so many days up to that day',
    allow: 'manager',
    profile: true,
    input: z.object({ day: wireDate, days: z.int().min(1).max(mostDays).default(1) }),
    output: bestSellers,
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
