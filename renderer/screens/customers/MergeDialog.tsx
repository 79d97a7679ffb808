import { useState } from 'react'
import type { Customer, ListedCustomer } from '../../../core/contract/customer.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { SaveKey } from './SaveKey.tsx'
import { words } from './words.ts'

interface MergeDialogProps {
  customer: Customer & { id: number }
  onClose: () => void
  onMerged: (into: number) => void
}

/** Chooses the customer that this one turned out to be. */
export function MergeDialog({ customer, onClose, onMerged }: MergeDialogProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [into, setInto] = useState<ListedCustomer | null>(null)
  const act = useAct('account.merge')
  const wanted = useSettled(text.trim())
  const { data } = useCall('customer.list', { text: wanted, limit: 8 }, { keepPrevious: true })
  const others = data?.customers.filter(({ id }) => id !== customer.id) ?? []
  const { name } = customer
  function save() {
    if (!into || act.isPending) return
    act.mutate(
      { from: customer.id, into: into.id },
      {
        onSuccess: () => {
          onClose()
          notify({ tone: 'ok', text: t('merging.done', { from: name, into: into.name }) })
          onMerged(into.id)
        },
      },
    )
  }
  return (
    <Dialog
      title={t('merging.title', { name })}
      onClose={onClose}
      acts={
        <Button
          variant="primary"
          size={48}
          keyCap="F9"
          disabled={!into}
          pending={act.isPending}
          onPress={save}
        >
          {into ? t('merging.into', { name: into.name }) : t('merge')}
        </Button>
      }
    >
      <SaveKey label={t('merge')} run={save} />
      <FailureNote error={act.error} />
      <p>{t('merging.text', { name })}</p>
      <SearchField
        label={t('searchLabel')}
        placeholder={t('search')}
        value={text}
        onChange={setText}
        autoFocus
      />
      <ul className="customers-others" aria-label={t('title')}>
        {others.map((other) => (
          <li key={other.id}>
            <button type="button" aria-pressed={other.id === into?.id} onClick={() => setInto(other)}>
              <b>{other.name}</b>
              <small>{[other.phone, other.pin].filter(Boolean).join(' · ')}</small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
