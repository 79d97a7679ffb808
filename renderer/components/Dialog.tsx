import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useKeys } from '../input/keys.ts'
import { LayerContext, useLayer, useOpenLayer } from '../input/layers.ts'
import { IconButton } from './IconButton.tsx'
import { Notices } from './Notices.tsx'
import './Dialog.css'

interface DialogProps {
  title: string
  /** Esc, the cross, or a touch beside it. */
  onClose: () => void
  children: ReactNode
  /** Buttons at its foot. */
  acts?: ReactNode
  /** small 420, normal 560, large 860 pixels; wide 1180 and as high as the window; full takes the whole window. */
  size?: 'small' | 'normal' | 'large' | 'wide' | 'full'
  /** A question that must be answered by a button. */
  role?: 'dialog' | 'alertdialog'
  /** Esc does not close it: what it shows is never shown again. */
  once?: boolean
}

/** Over everything until it is answered; keys and scans go to it alone. Render it only while it is open. */
export function Dialog(props: DialogProps) {
  const layer = useLayer() + 1
  return (
    <LayerContext value={layer}>
      <OpenDialog {...props} />
    </LayerContext>
  )
}

function OpenDialog({ title, onClose, children, acts, size = 'normal', role = 'dialog', once }: DialogProps) {
  const t = useWords(common)
  useOpenLayer(useLayer())
  // The overlay hears Esc from inside it alone, and for a frame after another dialog closes the focus is nowhere.
  useKeys([{ key: 'Esc', run: onClose, enabled: !once }])
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable={role === 'dialog'}
      isKeyboardDismissDisabled={once ?? false}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className="modal" data-size={size}>
        <AriaDialog className="dialog" role={role}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon="close" label={t('acts.close')} onPress={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
          {acts && <footer className="dialog-acts">{acts}</footer>}
          {/* In the head for the eye, last for Tab: a message must not move the way that a cashier knows by heart. */}
          <Notices />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
