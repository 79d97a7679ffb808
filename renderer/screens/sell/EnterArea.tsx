import type { KeyboardEvent, ReactNode } from 'react'
import { useKeys } from '../../shell/keys.ts'

interface EnterAreaProps {
  /** What Enter does here, in words, for the list of keys. */
  label: string
  onEnter: () => void
  className?: string
  children: ReactNode
}

/** Where Enter means "go on" whatever has the focus, so that a figure touched before is not pressed again. */
export function EnterArea({ label, onEnter, className, children }: EnterAreaProps) {
  useKeys([{ key: 'Enter', label, run: onEnter }])
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onEnter()
  }
  return (
    <div className={className} onKeyDownCapture={onKeyDown}>
      {children}
    </div>
  )
}
