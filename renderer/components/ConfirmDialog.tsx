import type { ReactNode } from 'react'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen, and what is safe. */
  children: ReactNode
  /** The act itself, in its own word; never "Yes". */
  act: string
  onConfirm: () => void
  onClose: () => void
  /** It takes something away. */
  danger?: boolean
  pending?: boolean
}

/** Asks before an act. The harmless answer has the focus, so that Enter loses nothing. */
export function ConfirmDialog({
  title,
  children,
  act,
  onConfirm,
  onClose,
  danger = false,
  pending = false,
}: ConfirmDialogProps) {
  const t = useWords(common)
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      onClose={onClose}
      acts={
        <>
          <Button size={48} keyCap="Esc" autoFocus onPress={onClose}>
            {t('acts.cancel')}
          </Button>
          <Button size={48} variant={danger ? 'danger' : 'primary'} pending={pending} onPress={onConfirm}>
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
