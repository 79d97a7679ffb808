import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { CountFields } from './CountFields.tsx'
import { countedCash, emptyCount } from './count.ts'
import { words } from './words.ts'
import './shift.css'

/** Opens a shift with the cash in the drawer. */
export function OpenShift({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { data: settings } = useCall('settings.get', {})
  const [entry, setEntry] = useState(emptyCount)
  const [requestId] = useState(() => crypto.randomUUID())
  const act = useAct('shift.open')
  const values = settings?.denominations ?? []
  const cash = countedCash(entry, values)
  const open = () => {
    if (!cash || act.isPending) return
    act.mutate(
      { ...cash.input, requestId },
      {
        onSuccess: ({ number }) => {
          notify({ tone: 'ok', text: t('opened', { number }) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={t('open')}
      size="large"
      onClose={onClose}
      acts={
        <Button
          variant="primary"
          size={48}
          keyCap="F9"
          disabled={!cash}
          pending={act.isPending}
          onPress={open}
        >
          {t('open')}
        </Button>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: t('open'), run: open }]} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div className="shift-form" onKeyDown={onEnter(open)}>
        <p className="shift-soft">{t('openText')}</p>
        <FailureNote error={act.error} />
        {values.length > 0 && <CountFields entry={entry} values={values} onChange={setEntry} />}
      </div>
    </Dialog>
  )
}
