import { useState } from 'react'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { multiply, parseQuantity } from '../../../../core/fiscal/money.ts'
import { isWeighed, quantityOfGrams } from '../../../../core/fiscal/weight.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { padText } from '../../../components/fields/numberPad.ts'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useKeys } from '../../../input/keys.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import { type Line, priceOf } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

/** How many, or how much of what is weighed. */
export function QuantityForm({ line, onSet }: { line: Line; onSet: (quantity: number) => void }) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const entered = text === '' ? line.quantity : parseQuantity(text)
  const amount = entered !== null && entered > 0 ? entered : null
  const unit = unitSign(line.item.quantityUnit)
  const { data: settings } = useCall('settings.get', {})
  const hasScale = settings?.scale != null && isWeighed(line.item.quantityUnit)
  const scale = useAct('scale.read')
  const weigh = () =>
    scale.mutate(
      {},
      {
        onSuccess: ({ grams }) => {
          const weighed = quantityOfGrams(grams, line.item.quantityUnit)
          // Less than a hundredth cannot be sold: the field says so.
          if (weighed === null) setText('0')
          else onSet(weighed)
        },
      },
    )
  useKeys([{ key: 'F6', label: t('quantity.weigh'), run: weigh, enabled: hasScale && !scale.isPending }])
  const set = () => {
    if (amount !== null) onSet(amount)
  }
  return (
    <EnterArea className="sell-form" label={t('cart.quantity')} onEnter={set}>
      <Entry
        label={itemName(line.item)}
        text={text}
        instead={quantity(line.quantity)}
        after={unit}
        problem={amount === null ? t('quantity.invalid') : null}
      >
        {amount !== null &&
          `${money(priceOf(line))} × ${quantity(amount)} = ${money(multiply(priceOf(line), amount))}`}
      </Entry>
      <NumberPad onKey={(key) => setText((text) => padText(text, key))} />
      <FailureNote error={scale.error} />
      <div className="sell-form-acts">
        {hasScale && (
          <Button size={56} keyCap="F6" pending={scale.isPending} onPress={weigh}>
            {t('quantity.weigh')}
          </Button>
        )}
        <Button variant="primary" size={56} wide keyCap="Enter" disabled={amount === null} onPress={set}>
          {t('quantity.set', { quantity: quantity(amount ?? line.quantity) })}
        </Button>
      </div>
    </EnterArea>
  )
}
