import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setPractice: Handler<'practice.set'> = async ({ mode }, { profile }) => {
  if (!profile.practice) {
    return fail(
      '003',
      'practice.none',
      'This profile works with a real authority; only the practice one can pretend.',
    )
  }
  await profile.practice.set(mode)
  profile.emit({ type: 'status.changed' })
  return ok({ mode })
}
