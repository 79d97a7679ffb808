import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { type ChosenColours, colourOfItem } from '../sale/tileColour.ts'
import { words } from '../sale/words.ts'
import { moved, stepOf } from './pages.ts'

interface PageTilesProps {
  items: readonly Item[]
  colours: ChosenColours
  onChange: (ids: number[]) => void
}

/** So near to its edge, in pixels, a dragged tile scrolls the page. */
const edge = 40

/** The items of a page, in order: a finger or a mouse drags one by its handle, the arrow keys move the one in focus. */
export function PageTiles({ items, colours, onChange }: PageTilesProps) {
  const t = useWords(words)
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ from: number; to: number } | null>(null)
  const [word, setWord] = useState('')
  /** The item whose handle keeps the focus at its new place. */
  const focused = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-item="${focused.current}"] .sell-arrange-handle`)?.focus()
    focused.current = null
  })
  const ids = items.map(({ id }) => id)

  function move(from: number, to: number) {
    const next = moved(ids, from, to)
    const item = items[from]
    if (!item || next[from] === item.id) return
    onChange(next)
    setWord(t('arrange.moved', { name: itemName(item), place: next.indexOf(item.id) + 1, count: ids.length }))
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const columns = getComputedStyle(event.currentTarget.closest('ul') as Element).gridTemplateColumns.split(
      ' ',
    )
    const step = stepOf(event.key, columns.length)
    const isRemoval = event.key === 'Delete'
    if (step === null && !isRemoval) return
    event.preventDefault()
    event.stopPropagation()
    focused.current = (isRemoval ? (ids[index + 1] ?? ids[index - 1]) : ids[index]) ?? null
    if (step !== null) move(index, index + step)
    else onChange(ids.toSpliced(index, 1))
  }

  function onPointerMove(event: PointerEvent) {
    if (!dragged || !list.current) return
    const { top, bottom } = list.current.getBoundingClientRect()
    if (event.clientY < top + edge) list.current.scrollBy(0, -12)
    if (event.clientY > bottom - edge) list.current.scrollBy(0, 12)
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-item]')
    const to = under ? ids.indexOf(Number(under.getAttribute('data-item'))) : -1
    if (to >= 0) setDragged({ ...dragged, to })
  }

  function drop() {
    if (dragged) move(dragged.from, dragged.to)
    setDragged(null)
  }

  return (
    <>
      <ul className="sell-arrange-tiles" aria-label={t('arrange.tiles')} ref={list}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className="sell-arrange-tile"
            data-item={item.id}
            data-tile={colourOfItem(item, colours)}
            data-dragged={dragged?.from === index || undefined}
            data-drop={
              dragged && dragged.to === index && dragged.from !== index
                ? dragged.to < dragged.from
                  ? 'before'
                  : 'after'
                : undefined
            }
          >
            <button
              type="button"
              className="sell-arrange-handle"
              aria-label={t('arrange.move', { name: itemName(item), place: index + 1, count: items.length })}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPointerDown={(event) => {
                if (event.button !== 0) return
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged({ from: index, to: index })
              }}
              onPointerMove={onPointerMove}
              onPointerUp={drop}
              onPointerCancel={() => setDragged(null)}
            >
              <span aria-hidden="true">⠿</span>
            </button>
            <span className="sell-arrange-name">{itemName(item)}</span>
            <IconButton
              icon="close"
              label={t('arrange.takeOff', { name: itemName(item) })}
              onPress={() => onChange(ids.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {word}
      </p>
    </>
  )
}
