import { notify } from '../components/notices.ts'
import { common } from '../i18n/common.ts'
import { explain, failureCode } from '../i18n/errors.ts'
import { say } from '../i18n/index.ts'
import { CallFailed } from '../queries/calls.ts'

/** Shows a failed call in a notice; anything else is a fault of the page. */
export function tellFailure(error: unknown): void {
  if (error instanceof CallFailed)
    notify({ tone: 'bad', text: explain(error.failure), code: failureCode(error.failure) })
  else reportError(error)
}

/** Shows the faults of the page that no code has caught. Without this, a press would end in nothing at all. */
export function showFaults(): void {
  // The browser also sends events without an error, such as a size that was observed twice.
  const shown = (error: unknown): void => {
    if (error instanceof CallFailed) tellFailure(error)
    else if (error) notify({ tone: 'bad', text: say(common, 'host.fault') })
  }
  window.addEventListener('error', ({ error }) => shown(error))
  window.addEventListener('unhandledrejection', ({ reason }) => shown(reason))
}
