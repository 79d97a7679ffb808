import { useState } from 'react'
import type { SupplierInvoiceShown } from '../../../core/contract/delivery.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

interface RefuseDialogProps {
  invoice: SupplierInvoiceShown
  onClose: () => void
}

/** Refuses an invoice here, with a reason. */
export function RefuseDialog({ invoice: { id, number }, onClose }: RefuseDialogProps) {
  const t = useWords(words)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const act = useAct('delivery.refuse')
  function refuse() {
    setAsked(true)
    if (reason.trim() === '' || act.isPending) return
    act.mutate(
      { invoiceId: id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose()
          notify({ tone: 'ok', text: t('refuse.done', { number }) })
        },
      },
    )
  }
  return (
    <Dialog
      title={t('refuse.title', { number })}
      onClose={onClose}
      acts={
        <Button variant="danger" size={48} pending={act.isPending} onPress={refuse}>
          {t('refuse.refuse')}
        </Button>
      }
    >
      <p>{t('refuse.text')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div onKeyDown={onEnter(refuse)}>
        <TextField
          label={t('refuse.reason')}
          value={reason}
          onChange={setReason}
          maxLength={200}
          autoFocus
          error={asked && reason.trim() === '' ? t('problem.reason') : undefined}
        />
      </div>
      <FailureNote error={act.error} />
    </Dialog>
  )
}
