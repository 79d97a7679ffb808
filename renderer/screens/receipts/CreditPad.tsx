import { useState } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { parseQuantity } from '../../../core/fiscal/money.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { NumberPad } from '../../components/fields/NumberPad.tsx'
import { padText } from '../../components/fields/numberPad.ts'
import { useWords } from '../../i18n/index.ts'
import { EnterArea } from '../sell/parts/EnterArea.tsx'
import { Entry } from '../sell/parts/Entry.tsx'
import type { CreditLine } from './creditChoice.ts'
import { words } from './words.ts'

interface CreditPadProps {
  line: CreditLine
  onSet: (quantity: number) => void
  onClose: () => void
}

/** How much of a line comes back, by figures to touch. */
export function CreditPad({ line, onSet, onClose }: CreditPadProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const { name, left, sold } = line
  const unit = unitSign(line.quantityUnit)
  const before = line.isFaulty ? left.quantity : (line.quantity ?? 0)
  const entered = text === '' ? before : parseQuantity(text)
  const amount = entered !== null && entered >= 0 && entered <= left.quantity ? entered : null
  const set = () => {
    if (amount !== null) onSet(amount)
  }
  return (
    <Dialog title={name} size="small" onClose={onClose}>
      <EnterArea className="receipts-credit-pad" label={t('credit.quantity', { name })} onEnter={set}>
        <Entry
          label={t('credit.left', { left: quantity(left.quantity), sold: `${quantity(sold)} ${unit}` })}
          text={text}
          instead={quantity(before)}
          after={unit}
          problem={amount === null ? t('credit.atMost', { quantity: quantity(left.quantity) }) : null}
        />
        <NumberPad onKey={(key) => setText((text) => padText(text, key))} />
        <Button variant="primary" size={56} wide keyCap="Enter" disabled={amount === null} onPress={set}>
          {t('credit.set', { quantity: quantity(amount ?? before) })}
        </Button>
      </EnterArea>
    </Dialog>
  )
}
