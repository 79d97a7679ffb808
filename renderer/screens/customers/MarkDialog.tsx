import { useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { SalesChoice } from './SalesChoice.tsx'
import { SaveKey } from './SaveKey.tsx'
import { words } from './words.ts'

/** Marks sales from before there were accounts as paid before. No money moves. */
export function MarkDialog({ account, onClose }: { account: OutputOf<'account.get'>; onClose: () => void }) {
  const t = useWords(words)
  const [chosen, setChosen] = useState<Set<number>>(new Set())
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  const act = useAct('account.markPaid')
  function save() {
    setAsked(true)
    const note = reason.trim()
    if (chosen.size === 0 || note === '' || act.isPending) return
    act.mutate(
      { customerId: account.customer.id, sales: [...chosen], note, requestId },
      {
        onSuccess: ({ amount }) => {
          onClose()
          notify({ tone: 'ok', text: t('mark.done', { amount: money(amount) }) })
        },
      },
    )
  }
  return (
    <Dialog
      title={t('mark.title')}
      onClose={onClose}
      acts={
        <Button
          variant="primary"
          size={48}
          keyCap="F9"
          disabled={chosen.size === 0}
          pending={act.isPending}
          onPress={save}
        >
          {t('mark.save')}
        </Button>
      }
    >
      <SaveKey label={t('mark.save')} run={save} />
      <FailureNote error={act.error} />
      <p>{t('mark.text')}</p>
      <SalesChoice
        label={t('mark.title')}
        sales={account.open.filter(({ earlier, owed }) => earlier && owed > 0)}
        chosen={chosen}
        onChange={setChosen}
      />
      <TextField
        label={t('mark.reason')}
        hint={t('mark.reasonHint')}
        value={reason}
        onChange={setReason}
        error={asked && reason.trim() === '' ? t('mark.reasonMissing') : undefined}
        maxLength={200}
      />
    </Dialog>
  )
}
