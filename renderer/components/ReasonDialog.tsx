import { type ReactNode, useState } from 'react'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { onEnter } from '../input/onEnter.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogKeys } from './DialogKeys.tsx'
import { FailureNote } from './FailureNote.tsx'
import { TextField } from './fields/TextField.tsx'

interface ReasonDialogProps {
  title: string
  /** What the act does. */
  children: ReactNode
  act: string
  /** What most people would write. */
  likely?: string
  pending: boolean
  error: Error | null
  onReason: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of an act that cannot be taken back here. */
export function ReasonDialog({
  title,
  children,
  act,
  likely = '',
  pending,
  error,
  onReason,
  onClose,
}: ReasonDialogProps) {
  const t = useWords(common)
  const [text, setText] = useState(likely)
  const [asked, setAsked] = useState(false)
  const reason = text.trim()
  function go() {
    setAsked(true)
    if (reason !== '' && !pending) onReason(reason)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <Button variant="danger" size={48} keyCap="F9" pending={pending} onPress={go}>
          {act}
        </Button>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: act, run: go }]} />
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div onKeyDown={onEnter(go)}>
        <TextField
          label={t('reason.label')}
          value={text}
          onChange={setText}
          maxLength={200}
          autoFocus
          error={asked && reason === '' ? t('reason.missing') : undefined}
        />
      </div>
      <FailureNote error={error} />
    </Dialog>
  )
}
