import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isControl, isEditable, useKeys } from '../../../input/keys.ts'
import { topLayer, useLayer } from '../../../input/layers.ts'

interface EnterAreaProps {
  /** The action of Enter, in words, for the list of keys. */
  label: string
  onEnter: () => void
  className?: string
  children: ReactNode
}

/**
 * The area in which Enter means "continue". A figure, the language or a screen's name that was clicked before is not pressed again by it;
 * what is outside of the area and was reached by Tab is.
 */
export function EnterArea({ label, onEnter, className, children }: EnterAreaProps) {
  useKeys([{ key: 'Enter', label, run: onEnter }])
  const layer = useLayer()
  const area = useRef<HTMLDivElement>(null)
  const latest = useRef(onEnter)
  useLayoutEffect(() => {
    latest.current = onEnter
  })
  useLayoutEffect(() => {
    let clicked: Node | null = null
    function onPointerDown({ target }: PointerEvent) {
      clicked = target instanceof Node ? target : null
    }
    const isMeant = (target: EventTarget | null): boolean => {
      if (!(target instanceof Node) || area.current?.contains(target) || target.contains(clicked)) return true
      return !isControl(target) && !isEditable(target)
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.isComposing || topLayer() !== layer || !isMeant(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) latest.current()
    }
    window.addEventListener('pointerdown', onPointerDown, true)
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      window.removeEventListener('pointerdown', onPointerDown, true)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [layer])
  return (
    <div className={className} ref={area}>
      {children}
    </div>
  )
}
