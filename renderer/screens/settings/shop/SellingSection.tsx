import { Switch } from '../../../components/fields/Switch.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { SectionProps } from '../sectionProps.ts'
import { WholeNumberField } from '../WholeNumberField.tsx'
import { words } from '../words.ts'
import { CashFields } from './CashFields.tsx'

export function SellingSection({ draft }: SectionProps) {
  const t = useWords(words)
  const { settings, change } = draft
  const { deadlineHours, blockBelowStock, cashierDiscount, sounds } = settings
  return (
    <div className="settings-fields settings-columns">
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
      <CashFields draft={draft} />
      <Switch
        label={t('selling.sounds')}
        hint={t('selling.soundsText')}
        value={sounds}
        onChange={(on) => change({ sounds: on })}
      />
    </div>
  )
}
