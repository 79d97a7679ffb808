import { useState } from 'react'
import type { GridView } from '../../../../core/contract/grid.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { SearchField } from '../../../components/fields/SearchField.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useCall } from '../../../queries/calls.ts'
import { useSettled } from '../../../queries/useSettled.ts'
import { words } from '../sale/words.ts'

const mostFound = 40
const all = 'all'

interface ItemSourceProps {
  /** Items of the page already. */
  taken: ReadonlySet<number>
  onAdd: (item: Item) => void
}

/** Where the items of a page come from: a search, or without one a category's best sellers. */
export function ItemSource({ taken, onAdd }: ItemSourceProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [category, setCategory] = useState(all)
  const wanted = useSettled(text.trim())
  const view: GridView = category === all ? { kind: 'all' } : { kind: 'category', category }
  const grid = useCall('item.grid', { view }, { keepPrevious: true })
  const search = useCall(
    'item.search',
    { text: wanted, limit: mostFound },
    { enabled: wanted !== '', keepPrevious: true },
  )
  // The first search keeps the goods in sight until it has found some.
  const items = ((wanted !== '' && search.data) || grid.data)?.items ?? []
  return (
    <section className="sell-arrange-source" aria-label={t('arrange.source')}>
      <SearchField
        label={t('arrange.search')}
        placeholder={t('arrange.search')}
        value={text}
        onChange={setText}
      />
      {wanted === '' && (
        <Select
          label={t('categories')}
          options={[
            { id: all, label: t('all') },
            ...(grid.data?.categories ?? []).map((id) => ({ id, label: id })),
          ]}
          value={category}
          onChange={setCategory}
        />
      )}
      <FailureNote error={grid.error ?? search.error} />
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Button
              wide
              icon={taken.has(item.id) ? 'check' : 'plus'}
              label={t('arrange.add', { name: itemName(item) })}
              disabled={taken.has(item.id)}
              onPress={() => onAdd(item)}
            >
              {itemName(item)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
