import { answerPrintJob, cancelPrintJob, movePrintJob, retryPrintJobs } from './act.ts'
import { listPrintJobs } from './list.ts'

export const printJobHandlers = {
  'printJob.list': listPrintJobs,
  'printJob.answer': answerPrintJob,
  'printJob.cancel': cancelPrintJob,
  'printJob.move': movePrintJob,
  'printJob.retry': retryPrintJobs,
}
