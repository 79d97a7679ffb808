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

type Withdrawn = Pick<QueueRow, 'id' | 'kind' | 'title'>

/** Cancels rejected documents, with one reason; they stay on record. */
export function WithdrawDialog({ rows, onClose }: { rows: readonly Withdrawn[]; onClose: () => void }) {
  const t = useWords(words)
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const withdraw = useAct('queue.withdraw')
  const [only] = rows
  const count = rows.length
  const document = only ? documentName(only, t) : ''
  async function cancelAll() {
    setPending(true)
    try {
      for (const { id } of rows) await withdraw.mutateAsync({ id, reason: reason.trim() })
      notify({
        tone: 'ok',
        text: t(count === 1 ? 'done.withdrawn' : 'done.withdrawnMany', { document, count }),
      })
      onClose()
    } finally {
      setPending(false)
    }
  }
  // The failure is shown in the dialogue.
  const confirm = () => {
    cancelAll().catch(() => undefined)
  }
  return (
    <Dialog
      title={count === 1 ? t('withdraw.title', { document }) : t('withdraw.titleMany', { count })}
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
            pending={pending}
            onPress={confirm}
          >
            {t(count === 1 ? 'withdraw.confirm' : 'withdraw.confirmMany')}
          </Button>
        </>
      }
    >
      <p>{t('withdraw.text')}</p>
      {rows.some(({ kind }) => kind === 'sale') && <p>{t('withdraw.sale')}</p>}
      {rows.some(({ kind }) => kind === 'stockRecord') && <p>{t('withdraw.stock')}</p>}
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
