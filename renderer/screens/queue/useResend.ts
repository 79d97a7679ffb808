import type { QueueRow } from '../../../core/contract/queue.ts'
import { notify } from '../../components/notices.ts'
import { explain, failureCode } from '../../i18n/errors.ts'
import { say } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { documentName } from './explain.ts'
import { words } from './words.ts'

/** Sends a refused document again and says so. `buyerPin` null takes the buyer off. */
export function useResend() {
  const act = useAct('queue.resend')
  return {
    pending: act.isPending,
    send: (row: QueueRow, buyerPin?: string | null) =>
      act.mutate(
        { id: row.id, ...(buyerPin === undefined ? {} : { buyerPin }) },
        {
          onSuccess: () => {
            const document = documentName(row, (key, values) => say(words, key, values))
            notify({ tone: 'ok', text: say(words, 'done.sentAgain', { document }) })
          },
          onError: ({ failure }) =>
            notify({ tone: 'bad', text: explain(failure), code: failureCode(failure) }),
        },
      ),
  }
}
