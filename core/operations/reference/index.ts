import { listCodes } from './codes.ts'
import { findBranches } from './findBranches.ts'
import { findCodes } from './findCodes.ts'
import { findNotices } from './findNotices.ts'
import { listItemClasses } from './itemClasses.ts'
import { listNotices } from './notices.ts'
import { referenceState } from './state.ts'
import { syncReference } from './sync.ts'
import { bookedTaxRates } from './taxRates.ts'

export const referenceHandlers = {
  'reference.sync': syncReference,
  'reference.findCodes': findCodes,
  'reference.findNotices': findNotices,
  'reference.findBranches': findBranches,
  'reference.state': referenceState,
  'reference.codes': listCodes,
  'reference.taxRates': bookedTaxRates,
  'reference.itemClasses': listItemClasses,
  'reference.notices': listNotices,
}
