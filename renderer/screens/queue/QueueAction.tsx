import type { QueueRow } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { documentName, rowAction } from './explain.ts'
import { useResend } from './useResend.ts'
import { words } from './words.ts'

/** The one safe act of a row; nothing where nothing is to be done. */
export function QueueAction({ row, onOpen }: { row: QueueRow; onOpen: (row: QueueRow) => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const resend = useResend()
  const action = rowAction(row, may('manager'))
  if (action === null) return null
  const run = {
    correct: () => onOpen(row),
    details: () => onOpen(row),
    sendAgain: () => resend.send(row),
    receipt: () => navigate('receipts', { invoice: String(row.invoiceId) }),
    enterSignature: () => navigate('receipts', { invoice: String(row.invoiceId), signature: 'enter' }),
  }[action]
  return (
    <Button
      className="queue-action"
      variant={action === 'correct' || action === 'sendAgain' ? 'primary' : 'normal'}
      pending={resend.pending}
      label={`${t(`action.${action}`)}: ${documentName(row, t)}`}
      onPress={run}
    >
      {t(`action.${action}`)}
    </Button>
  )
}
