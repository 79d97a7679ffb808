import { saveInsurance } from './saveInsurance.ts'

export const branchHandlers = {
  'branch.saveInsurance': saveInsurance,
}
