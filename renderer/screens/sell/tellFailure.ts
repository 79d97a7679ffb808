import { notify } from '../../components/notices.ts'
import { explain, failureCode } from '../../i18n/errors.ts'
import { CallFailed } from '../../queries/calls.ts'

/** Says a failed call in passing; anything else is a fault of the screen and is thrown on. */
export function tellFailure(error: unknown): void {
  if (!(error instanceof CallFailed)) throw error
  notify({ tone: 'bad', text: explain(error.failure), code: failureCode(error.failure) })
}
