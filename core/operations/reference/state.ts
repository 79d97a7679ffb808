import { referenceCounts } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const referenceState: Handler<'reference.state'> = (_, { db }) => ok(referenceCounts(db))
