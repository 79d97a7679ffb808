import { type ReactNode, useCallback, useRef, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import './SlidingRow.css'

interface SlidingRowProps {
  /** The words of the buttons that slide it. */
  back: string
  on: string
  children: ReactNode
}

/** One row of things to choose, however many: a finger slides it, and two buttons show that there is more. */
export function SlidingRow({ back, on, children }: SlidingRowProps) {
  const row = useRef<HTMLDivElement>(null)
  /** null: everything is in sight. */
  const [more, setMore] = useState<{ before: boolean; after: boolean } | null>(null)

  const look = useCallback(() => {
    if (!row.current) return
    const { scrollLeft, clientWidth, scrollWidth } = row.current
    const before = scrollLeft > 1
    const after = scrollLeft + clientWidth < scrollWidth - 1
    setMore((known) => {
      if (!before && !after) return null
      return known?.before === before && known.after === after ? known : { before, after }
    })
  }, [])

  /** The sizes of the row and of what is in it. */
  const observed = useCallback(
    (element: HTMLDivElement | null) => {
      row.current = element
      if (!element) return
      const observer = new ResizeObserver(look)
      const watch = () => {
        observer.disconnect()
        observer.observe(element)
        for (const each of element.querySelectorAll('button')) observer.observe(each)
      }
      const changes = new MutationObserver(watch)
      changes.observe(element, { childList: true, subtree: true })
      watch()
      return () => {
        observer.disconnect()
        changes.disconnect()
      }
    },
    [look],
  )

  /** Where the row was when a finger or the mouse came down on it, until its click; null: a key was pressed since. */
  const held = useRef<number | null>(null)
  function hold() {
    held.current = row.current?.scrollLeft ?? null
    const release = () => {
      held.current = null
    }
    window.addEventListener('click', release, { once: true })
    window.addEventListener('keydown', release, { once: true, capture: true })
  }
  /** React Aria first focuses what had the focus last, and the row would slide there from under the finger. */
  function stay() {
    const left = held.current
    if (left !== null) queueMicrotask(() => row.current?.scrollTo({ left, behavior: 'instant' }))
  }

  const slide = (by: 1 | -1) =>
    row.current?.scrollBy({ left: by * (row.current.clientWidth - 88), behavior: 'instant' })
  const button = (by: 1 | -1, label: string, enabled: boolean) => (
    <IconButton
      icon={by < 0 ? 'left' : 'right'}
      label={label}
      disabled={!enabled}
      onPress={() => slide(by)}
    />
  )
  return (
    <div className="sliding">
      {more && button(-1, back, more.before)}
      <div
        className="sliding-row"
        ref={observed}
        onScroll={look}
        onPointerDownCapture={hold}
        onFocusCapture={stay}
      >
        {children}
      </div>
      {more && button(1, on, more.after)}
    </div>
  )
}
