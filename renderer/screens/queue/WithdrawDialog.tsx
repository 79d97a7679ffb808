import { useState } from 'react'
import type { QueueRow } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { documentName } from './explain.ts'
import { words } from './words.ts'

/** Gives a refused document up, with a reason; it stays on record. */
export function WithdrawDialog({ row, onClose }: { row: QueueRow; onClose: () => void }) {
  const t = useWords(words)
  const [reason, setReason] = useState('')
  const withdraw = useAct('queue.withdraw')
  const document = documentName(row, t)
  const confirm = () =>
    withdraw.mutate(
      { id: row.id, reason: reason.trim() },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: t('done.withdrawn', { document }) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('withdraw.title', { document })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" onPress={onClose}>
            {t('withdraw.keep')}
          </Button>
          <Button
            size={48}
            variant="danger"
            disabled={reason.trim() === ''}
            pending={withdraw.isPending}
            onPress={confirm}
          >
            {t('withdraw.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('withdraw.text')}</p>
      {row.kind === 'sale' && <p>{t('withdraw.sale')}</p>}
      {row.kind === 'stockRecord' && <p>{t('withdraw.stock')}</p>}
      <TextField
        label={t('withdraw.reason')}
        hint={t('withdraw.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        autoFocus
      />
      <FailureNote error={withdraw.error} />
    </Dialog>
  )
}
