// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which table elements do not take
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import './VirtualTable.css'

export interface Column<R> {
  id: string
  header: string
  /** A CSS grid track: `120px`, `1fr`, `minmax(0, 2fr)`. */
  width: string
  align?: 'left' | 'right'
  /** Only shown where the table is at least so many pixels wide: a panel beside it takes room. */
  from?: number
  cell: (row: R) => ReactNode
}

interface VirtualTableProps<R> {
  /** The table's name for screen readers. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** Pixels; the same for all. */
  rowHeight?: number
  /** How many there are in all, where not all are here yet. */
  total?: number
  /** Scrolled into sight when it is selected, or when it comes into the list. */
  selected?: string | number | null
  /** A touch on the row, or Enter. */
  onOpen?: (row: R) => void
  /** The end of the rows comes into sight: fetch more. */
  onEnd?: () => void
  /** No answer yet: shows the frame, and no "nothing here". */
  loading?: boolean
  /** The rows could not be had: shows no "nothing here". */
  failed?: boolean
  /** Shown when there are no rows. */
  empty: ReactNode
  /** `child` stands in under its parent. */
  rowKind?: (row: R) => 'normal' | 'child'
}

/** Pixels; as the style sheet has it. */
const headHeight = 38

/** A list of any length: only what is in sight is drawn. Arrow keys move, Enter opens. */
export function VirtualTable<R>({
  label,
  columns: allColumns,
  rows,
  rowKey,
  rowHeight = 60,
  total,
  selected,
  onOpen,
  onEnd,
  loading = false,
  failed = false,
  empty,
  rowKind,
}: VirtualTableProps<R>) {
  const t = useWords(common)
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  /** The row that takes the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are laid out anew
  useEffect(() => {
    virtualizer.measure()
  }, [rowHeight])
  const shown = virtualizer.getVirtualItems()
  const tabStop = Math.min(current, rows.length - 1)

  const lastShown = shown.at(-1)?.index ?? -1
  const atEnd = rows.length > 0 && lastShown >= rows.length - 1
  const latestOnEnd = useRef(onEnd)
  useEffect(() => {
    latestOnEnd.current = onEnd
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list with its end in sight asks again
  useEffect(() => {
    if (atEnd) latestOnEnd.current?.()
  }, [atEnd, rows.length])

  const selectedAt = selected == null ? -1 : rows.findIndex((row) => rowKey(row) === selected)
  const isThere = selectedAt >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grows does not scroll back to it
  useEffect(() => {
    if (isThere) virtualizer.scrollToIndex(selectedAt)
  }, [selected, isThere])

  useEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })

  function focusRow(index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    wanted.current = next
    setCurrent(next)
    virtualizer.scrollToIndex(next)
  }

  /** `index`: where the row is now. A list that changed above it moved it. */
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    }
    const row = rows[index]
    const next = steps[event.key]
    if (next !== undefined) focusRow(next)
    else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row)
    else return
    event.preventDefault()
  }

  const width = useWidth(scroller)
  const columns = allColumns.filter(({ from = 0 }) => width >= from)
  const tracks = { '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties
  return (
    <div
      className="table"
      role="grid"
      aria-label={label}
      aria-busy={loading}
      aria-rowcount={Math.max(total ?? 0, rows.length) + 1}
      style={tracks}
    >
      <div className="table-scroller" role="presentation" ref={scroller}>
        <div className="table-row table-head" role="row" aria-rowindex={1} tabIndex={-1}>
          {columns.map(({ id, header, align }) => (
            // A column of buttons needs no name, and a header must have one.
            <div key={id} role={header === '' ? 'gridcell' : 'columnheader'} tabIndex={-1} data-align={align}>
              {header}
            </div>
          ))}
        </div>
        {rows.length === 0 && (
          <div role="row" tabIndex={-1} className="table-empty">
            <div role="gridcell" tabIndex={-1}>
              {loading ? <p className="table-loading">{t('table.loading')}</p> : !failed && empty}
            </div>
          </div>
        )}
        <div role="rowgroup" className="table-space" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, start, size }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <div
                key={key}
                className="table-row table-data"
                role="row"
                aria-rowindex={index + 2}
                aria-selected={key === selected}
                data-index={index}
                data-kind={rowKind?.(row)}
                data-opens={onOpen ? true : undefined}
                tabIndex={index === tabStop ? 0 : -1}
                style={{ height: size, transform: `translateY(${start - headHeight}px)` }}
                onFocus={() => setCurrent(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onClick={(event) => {
                  const inner = (event.target as Element).closest('button, a, input, label, [role=switch]')
                  if (!inner && onOpen) onOpen(row)
                }}
              >
                {columns.map(({ id, align, cell }) => (
                  <div key={id} role="gridcell" tabIndex={-1} data-align={align}>
                    {cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The width of an element, pixels; 0 before it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    setWidth(element.current.clientWidth)
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
