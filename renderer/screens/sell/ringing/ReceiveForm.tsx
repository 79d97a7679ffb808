import { useState } from 'react'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { parseQuantity } from '../../../../core/fiscal/money.ts'
import { quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { NumberPad } from '../../../components/fields/NumberPad.tsx'
import { padText } from '../../../components/fields/numberPad.ts'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useAct } from '../../../queries/calls.ts'
import { EnterArea } from '../parts/EnterArea.tsx'
import { Entry } from '../parts/Entry.tsx'
import type { Line } from '../sale/cart.ts'
import { words } from '../sale/words.ts'

interface ReceiveFormProps {
  line: Line
  /** How much of its item the whole sale takes, hundredths. */
  taken: number
  onDone: () => void
}

const kinds = ['received', 'opening', 'found'] as const

/** Goods that are on the counter and not in the recorded stock: why, and how many. The sale waits for their record. */
export function ReceiveForm({ line: { item }, taken, onDone }: ReceiveFormProps) {
  const t = useWords(words)
  const adjust = useAct('stock.adjust')
  const [kind, setKind] = useState<(typeof kinds)[number]>('received')
  const [text, setText] = useState('')
  const onHand = item.onHand ?? 0
  const entered = text === '' ? taken - onHand : parseQuantity(text)
  const amount = entered !== null && entered > 0 ? entered : null
  function record() {
    if (amount === null || adjust.isPending) return
    adjust.mutate({ kind, lines: [{ itemId: item.id, quantity: amount }] }, { onSuccess: onDone })
  }
  return (
    <EnterArea className="sell-form" label={t('receive.title')} onEnter={record}>
      <Pills
        className="sell-reasons"
        label={t('receive.kind')}
        value={kind}
        onChange={setKind}
        pills={kinds.map((id) => ({ id, label: t(`receive.${id}`) }))}
      />
      <Entry
        label={itemName(item)}
        text={text}
        instead={quantity(Math.max(0, taken - onHand))}
        after={unitSign(item.quantityUnit)}
        problem={amount === null ? t('quantity.invalid') : null}
      >
        {amount !== null &&
          t('receive.becomes', { onHand: quantity(onHand), after: quantity(onHand + amount) })}
      </Entry>
      <NumberPad onKey={(key) => setText((text) => padText(text, key))} />
      <FailureNote error={adjust.error} />
      <div className="sell-form-acts">
        <Button
          variant="primary"
          size={56}
          wide
          keyCap="Enter"
          disabled={amount === null}
          pending={adjust.isPending}
          onPress={record}
        >
          {t('receive.record', { quantity: quantity(amount ?? 0) })}
        </Button>
      </div>
    </EnterArea>
  )
}
