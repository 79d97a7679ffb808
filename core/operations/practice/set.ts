import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setPractice: Handler<'practice.set'> = async ({ mode }, { profile }) => {
  if (!profile.practice) {
    return fail(
      '003',
      'practice.none',
      'This profile uses a real authority. Only the practice authority can simulate outages.',
    )
  }
  await profile.practice.set(mode)
  profile.emit({ type: 'status.changed' })
  return ok({ mode })
}
