import { useDeferredValue, useEffect, useRef } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../sale/words.ts'
import { ItemFacts, itemPrice } from './ItemCard.tsx'
import { looksLikeCode } from './searchText.ts'
import type { ItemSearch } from './useItemSearch.ts'

/** As many as stand on a till's screen; they are painted first and the others right after. */
const inSight = 14

interface ResultsProps {
  search: ItemSearch
  listId: string
  onPick: (item: Item) => void
}

/** The results of a search, at most forty. Enter takes the marked one. */
export function Results({ search, listId, onPick }: ResultsProps) {
  const t = useWords(words)
  const { may } = useHere()
  const { results, corrected, marked, settled } = search
  const drawn = useDeferredValue(results)
  const shown = drawn === results ? results : results.slice(0, inSight)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  if (results.length === 0 && settled) {
    const code = looksLikeCode(search.words) ? search.words : ''
    return (
      <Empty
        title={t('search.none', { text: search.words })}
        acts={
          may('manager') && (
            <Button size={48} onPress={() => navigate('items', { create: code })}>
              {code === '' ? t('grid.makeItem') : t('search.create', { text: code })}
            </Button>
          )
        }
      >
        {t('search.noneText')}
      </Empty>
    )
  }
  return (
    <>
      {corrected && <p role="status">{t('search.similar', { text: search.words })}</p>}
      <div className="sell-results" role="listbox" id={listId} aria-label={t('search.results')} ref={list}>
        {shown.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the search box, whose keys walk the list
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place and changes its words, which is cheaper
            key={index}
            id={`${listId}-${index}`}
            className="sell-result"
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            onClick={() => onPick(item)}
          >
            <span className="sell-result-name">{itemName(item)}</span>
            <ItemFacts item={item} />
            <b>{itemPrice(item)}</b>
          </div>
        ))}
      </div>
    </>
  )
}
