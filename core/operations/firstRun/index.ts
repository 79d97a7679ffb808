import { saveFirstRun } from './save.ts'

export const firstRunHandlers = {
  'firstRun.save': saveFirstRun,
}
