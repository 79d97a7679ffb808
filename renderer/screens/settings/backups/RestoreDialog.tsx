import { useState } from 'react'
import type { ChosenCopy } from '../../../../core/contract/backup.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { recoveryWords } from '../../../window/recoveryWords.ts'
import { useHere } from '../../../window/session.ts'

/** Says what is in a copy and what comes back since, before the owner's PIN puts it in place. */
export function RestoreDialog({ copy, onClose }: { copy: ChosenCopy; onClose: () => void }) {
  const t = useWords(recoveryWords)
  const { user } = useHere()
  const [pin, setPin] = useState('')
  const { data, error } = useCall('backup.describe', { copy })
  const restore = useAct('backup.restore')
  const confirm = () =>
    restore.mutate(
      { copy, pin },
      {
        onSuccess: ({ complete }) => {
          notify({
            tone: complete ? 'ok' : 'wait',
            text: t(complete ? 'restore.done' : 'restore.doneIncomplete'),
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={t('restore.title')}
      role="alertdialog"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" autoFocus onPress={onClose}>
            {t('restore.stay')}
          </Button>
          <Button
            size={48}
            variant="danger"
            disabled={!data || !/^\d{4,}$/.test(pin)}
            pending={restore.isPending}
            onPress={confirm}
          >
            {t('restore.confirm')}
          </Button>
        </>
      }
    >
      <FailureNote error={error} />
      {!data && !error && <p>{t('restore.checking')}</p>}
      {data && (
        <>
          <Facts
            facts={[
              [t('restore.sales'), data.sales],
              [t('restore.creditNotes'), data.creditNotes],
              [t('restore.lastNumber'), data.lastNumber],
              [
                t('restore.lastSoldAt'),
                data.lastSoldAt === null ? t('restore.noneSold') : formatMoment(data.lastSoldAt),
              ],
              [t('restore.waiting'), data.waiting],
              [t('restore.name'), data.file],
            ]}
          />
          <Note tone={data.complete ? 'ok' : 'wait'} title={t('restore.checked')}>
            {data.complete
              ? data.upTo === null
                ? t('restore.nothingSince')
                : t('restore.complete', { count: data.changes, time: formatMoment(data.upTo) })
              : t('restore.incomplete')}
          </Note>
          <p>{t('restore.aside')}</p>
          <TextField
            label={t('restore.pin', { name: user.name })}
            type="password"
            inputMode="numeric"
            value={pin}
            onChange={setPin}
            maxLength={12}
          />
        </>
      )}
      <FailureNote error={restore.error} />
    </Dialog>
  )
}
