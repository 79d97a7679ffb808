import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { DialogKeys } from '../../components/DialogKeys.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'

interface AskDialogProps {
  title: string
  children: ReactNode
  act: string
  variant?: 'primary' | 'danger'
  pending: boolean
  error: Error | null
  onAct: () => void
  onClose: () => void
}

/** A question before an act that reaches beyond this till. */
export function AskDialog({
  title,
  children,
  act,
  variant = 'danger',
  pending,
  error,
  onAct,
  onClose,
}: AskDialogProps) {
  const t = useWords(common)
  const go = () => {
    if (!pending) onAct()
  }
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" autoFocus onPress={onClose}>
            {t('acts.cancel')}
          </Button>
          <Button size={48} keyCap="F9" variant={variant} pending={pending} onPress={go}>
            {act}
          </Button>
        </>
      }
    >
      <DialogKeys keys={[{ key: 'F9', label: act, run: go }]} />
      {children}
      <FailureNote error={error} />
    </Dialog>
  )
}
