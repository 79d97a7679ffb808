import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const makeBackup: Handler<'backup.make'> = async (_, { profile }) => {
  try {
    return ok(await profile.backups.make('manual'))
  } catch (error) {
    // The cause is in the log, and on screen in the list.
    const text = error instanceof Error ? error.message : String(error)
    return fail(
      '905',
      'backup.failed',
      `The copy could not be made: ${text}. Free some space and try again.`,
      {
        params: { text },
      },
    )
  }
}
