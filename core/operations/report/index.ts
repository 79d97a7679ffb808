import { reportDay } from './day.ts'
import { printReport } from './print.ts'

export const reportHandlers = {
  'report.day': reportDay,
  'report.print': printReport,
}
