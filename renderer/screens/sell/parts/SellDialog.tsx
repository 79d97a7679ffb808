import type { ReactNode } from 'react'
import { Dialog } from '../../../components/Dialog.tsx'
import { useScanner } from '../../../input/scannerInput.ts'

interface SellDialogProps {
  title: string
  size?: 'small' | 'normal' | 'large'
  onClose: () => void
  /** A scan adds to the sale: the dialog closes for it. */
  onScan: (code: string) => void
  children: ReactNode
}

export function SellDialog({ onScan, children, ...dialog }: SellDialogProps) {
  return (
    <Dialog {...dialog}>
      <ScanThrough
        onScan={(code) => {
          dialog.onClose()
          onScan(code)
        }}
      />
      {children}
    </Dialog>
  )
}

/** Inside the dialog, whose layer gets the scans. */
function ScanThrough({ onScan }: { onScan: (code: string) => void }) {
  useScanner(onScan)
  return null
}
