import { type ReactNode, useId } from 'react'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useKeys } from '../input/keys.ts'
import { IconButton } from './IconButton.tsx'
import './SidePanel.css'

interface SidePanelProps {
  title: string
  /** Esc or the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons at its foot, always in sight. */
  acts?: ReactNode
}

/** Edits beside a list without leaving it. Put it after the list inside a `.beside`. */
export function SidePanel({ title, onClose, children, acts }: SidePanelProps) {
  const t = useWords(common)
  const heading = useId()
  useKeys([{ key: 'Esc', run: onClose }])
  return (
    <aside className="side-panel" aria-labelledby={heading}>
      <header className="side-panel-head">
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label={t('acts.close')} onPress={onClose} />
      </header>
      <div className="side-panel-body">{children}</div>
      {acts && <footer className="side-panel-acts">{acts}</footer>}
    </aside>
  )
}
