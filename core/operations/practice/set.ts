import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const setPractice: Handler<'practice.set'> = async ({ mode }, { app }) => {
  if (!app.practice) {
    return fail(
      '003',
      'practice.none',
      'This profile works with a real authority; only the practice one can pretend.',
    )
  }
  await app.practice.set(mode)
  app.emit({ type: 'status.changed' })
  return ok({ mode })
}
