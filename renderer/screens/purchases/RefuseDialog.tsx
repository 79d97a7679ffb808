import type { SupplierInvoiceShown } from '../../../core/contract/delivery.ts'
import { notify } from '../../components/notices.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

interface RefuseDialogProps {
  invoice: SupplierInvoiceShown
  onClose: () => void
}

/** Refuses an invoice here, with a reason. */
export function RefuseDialog({ invoice: { id, number }, onClose }: RefuseDialogProps) {
  const t = useWords(words)
  const act = useAct('delivery.refuse')
  const refuse = (reason: string) =>
    act.mutate(
      { invoiceId: id, reason },
      {
        onSuccess: () => {
          onClose()
          notify({ tone: 'ok', text: t('refuse.done', { number }) })
        },
      },
    )
  return (
    <ReasonDialog
      title={t('refuse.title', { number })}
      act={t('refuse.refuse')}
      pending={act.isPending}
      error={act.error}
      onReason={refuse}
      onClose={onClose}
    >
      <p>{t('refuse.text')}</p>
    </ReasonDialog>
  )
}
