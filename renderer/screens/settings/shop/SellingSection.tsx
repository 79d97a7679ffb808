import { useState } from 'react'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { MoneyField } from '../../../components/fields/NumberFields.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { SectionProps } from '../sectionProps.ts'
import { WholeNumberField } from '../WholeNumberField.tsx'
import { words } from '../words.ts'

const mostAmounts = 12

export function SellingSection({ draft: { settings, change } }: SectionProps) {
  const t = useWords(words)
  const { deadlineHours, blockBelowStock, cashierDiscount, sounds, quickCash } = settings
  const [amount, setAmount] = useState<number | null>(null)
  const addable =
    amount !== null && amount > 0 && !quickCash.includes(amount) && quickCash.length < mostAmounts

  function add() {
    if (!addable) return
    change({ quickCash: [...quickCash, amount].toSorted((a, b) => a - b) })
    setAmount(null)
  }
  return (
    <div className="settings-fields">
      <WholeNumberField
        label={t('selling.deadline')}
        hint={t('selling.deadlineHint')}
        value={deadlineHours}
        min={1}
        max={240}
        onChange={(hours) => change({ deadlineHours: hours })}
      />
      <Switch
        label={t('selling.blockBelowStock')}
        hint={t('selling.blockBelowStockText')}
        value={blockBelowStock}
        onChange={(on) => change({ blockBelowStock: on })}
      />
      <WholeNumberField
        label={t('selling.cashierDiscount')}
        hint={t('selling.cashierDiscountHint')}
        value={cashierDiscount}
        min={0}
        max={100}
        onChange={(percent) => change({ cashierDiscount: percent })}
      />
      <Switch
        label={t('selling.sounds')}
        hint={t('selling.soundsText')}
        value={sounds}
        onChange={(on) => change({ sounds: on })}
      />
      <div className="settings-choice">
        <span className="field-label">{t('selling.quickCash')}</span>
        <div className="settings-amounts">
          {quickCash.map((cents) => (
            <Button
              key={cents}
              icon="close"
              label={t('selling.removeAmount', { amount: money(cents) })}
              onPress={() => change({ quickCash: quickCash.filter((other) => other !== cents) })}
            >
              {money(cents)}
            </Button>
          ))}
        </div>
        <form
          className="settings-add"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <MoneyField label={t('selling.addAmount')} value={amount} onChange={setAmount} />
          <Button type="submit" icon="plus" disabled={!addable}>
            {t('selling.addAmount')}
          </Button>
        </form>
      </div>
    </div>
  )
}
