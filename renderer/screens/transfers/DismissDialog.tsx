import type { ArrivalShown } from '../../../core/contract/transfer.ts'
import { notify } from '../../components/notices.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

interface DismissDialogProps {
  arrival: ArrivalShown
  /** What most people would write. */
  likely: string
  onClose: () => void
}

/** Decides that an arrival is not to be booked in, with a reason. */
export function DismissDialog({ arrival: { id }, likely, onClose }: DismissDialogProps) {
  const t = useWords(words)
  const act = useAct('transfer.dismiss')
  const dismiss = (reason: string) =>
    act.mutate(
      { arrivalId: id, reason },
      {
        onSuccess: () => {
          onClose()
          notify({ tone: 'ok', text: t('dismiss.done') })
        },
      },
    )
  return (
    <ReasonDialog
      title={t('dismiss.title')}
      act={t('dismiss.dismiss')}
      likely={likely}
      pending={act.isPending}
      error={act.error}
      onReason={dismiss}
      onClose={onClose}
    >
      <p>{t('dismiss.text')}</p>
    </ReasonDialog>
  )
}
