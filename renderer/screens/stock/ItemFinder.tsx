import { useState } from 'react'
import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

/** Finds goods by name for whoever has no scanner at hand; Enter takes the first. */
export function ItemFinder({ onFind }: { onFind: (item: Item) => void }) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { data } = useCall(
    'item.search',
    { text: wanted, limit: 6 },
    { enabled: wanted !== '', keepPrevious: true },
  )
  const found = wanted === '' ? [] : (data?.items ?? [])
  function take(item: Item | undefined) {
    if (!item) return
    setText('')
    onFind(item)
  }
  return (
    <div className="stock-finder">
      <SearchField
        label={t('form.add')}
        placeholder={t('form.addHint')}
        value={text}
        onChange={setText}
        onSubmit={() => take(found[0])}
        autoFocus
      />
      {wanted !== '' && data?.items.length === 0 && <p>{t('empty.found', { text: wanted })}</p>}
      {found.map((item) => (
        <Button key={item.id} wide onPress={() => take(item)}>
          {item.name}
          {item.onHand !== null && ` · ${quantity(item.onHand)} ${unitSign(item.quantityUnit)}`}
        </Button>
      ))}
    </div>
  )
}
