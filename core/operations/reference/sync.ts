import { device } from '../../../db/profile/reference.ts'
import { fail, ok } from '../../contract/errors.ts'
import { pullReferenceData } from '../../controlUnit/pullReferenceData.ts'
import { notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'

export const syncReference: Handler<'reference.sync'> = async (_, { profile, db, ports }) => {
  if (!device(db)) return notReady()
  const { codes, notices, branches, reached } = await pullReferenceData(profile)
  if (!reached) {
    return fail(
      '006',
      'authority.notReached',
      'The authority cannot be reached. The earlier reference data is still here; try again in 30 seconds.',
    )
  }
  if (!codes && !notices && !branches) {
    return fail(
      '006',
      'authority.nothingPulled',
      "The authority's reference data is not available right now. The earlier data is still here; try again in 30 seconds.",
    )
  }
  return ok({ codes, notices, branches, lastSyncAt: new Date(ports.clock.now()).toISOString() })
}
