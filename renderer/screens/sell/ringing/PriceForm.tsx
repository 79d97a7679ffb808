import { useState } from 'react'
import { parseMoney } from '../../../../core/fiscal/money.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { padText } from '../../../components/fields/numberPad.ts'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import { type Line, priceOf } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

/** Another price for this line of this sale; null is the item's own again. */
export function PriceForm({ line, onSet }: { line: Line; onSet: (unitPrice: number | null) => void }) {
  const t = useWords(words)
  const c = useWords(common)
  const [text, setText] = useState('')
  const price = text === '' ? priceOf(line) : parseMoney(text)
  const set = () => {
    if (price !== null) onSet(price)
  }
  return (
    <EnterArea className="sell-form" label={t('cart.price')} onEnter={set}>
      <Entry
        label={itemName(line.item)}
        text={text}
        instead={money(priceOf(line))}
        before={c('currency')}
        problem={price === null ? t('price.invalid') : null}
      >
        {t('price.own', { price: money(line.item.price) })}
      </Entry>
      <NumberPad onKey={(key) => setText((text) => padText(text, key))} />
      {line.unitPrice !== undefined && (
        <Button size={48} wide onPress={() => onSet(null)}>
          {t('price.back', { price: money(line.item.price) })}
        </Button>
      )}
      <div className="sell-form-acts">
        <Button variant="primary" size={56} wide keyCap="Enter" disabled={price === null} onPress={set}>
          {t('price.set', { price: money(price ?? 0) })}
        </Button>
      </div>
    </EnterArea>
  )
}
