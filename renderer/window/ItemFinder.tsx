import { useState } from 'react'
import type { Item } from '../../core/contract/item.ts'
import { unitSign } from '../../core/fiscal/codes.ts'
import { quantity } from '../components/Amount.tsx'
import { Button } from '../components/Button.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { SearchField } from '../components/fields/SearchField.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { itemName } from '../i18n/itemName.ts'
import { useCall, useCaller } from '../queries/calls.ts'
import './ItemFinder.css'

/** Finds goods by name, for a person without a scanner. Enter takes the first. */
export function ItemFinder({ onFind }: { onFind: (item: Item) => void }) {
  const t = useWords(common)
  const call = useCaller()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { data, error } = useCall(
    'item.search',
    { text: wanted, limit: 6 },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const found = wanted === '' ? [] : (data?.items ?? [])
  function take(item: Item) {
    setText('')
    onFind(item)
  }

  /** The visible results may still belong to the previous text. */
  async function takeFirst() {
    const [item] = (await call('item.search', { text: wanted, limit: 1 })).items
    if (item) take(item)
  }

  return (
    <div className="item-finder">
      <SearchField
        label={t('finder.label')}
        placeholder={t('finder.hint')}
        value={text}
        onChange={setText}
        onSubmit={() => {
          // The failure of a search is shown below.
          if (wanted !== '') takeFirst().catch(() => undefined)
        }}
        autoFocus
      />
      <FailureNote error={error} />
      {wanted !== '' && data?.items.length === 0 && <p>{t('finder.none', { text: wanted })}</p>}
      {found.map((item) => (
        <Button key={item.id} wide onPress={() => take(item)}>
          {itemName(item)}
          {item.onHand !== null && ` · ${quantity(item.onHand)} ${unitSign(item.quantityUnit)}`}
        </Button>
      ))}
    </div>
  )
}
