import { money } from '../../../components/Amount.tsx'
import { MoneyField } from '../../../components/fields/NumberFields.tsx'
import { Switch } from '../../../components/fields/Switch.tsx'
import { WholeNumberField } from '../../../components/fields/WholeNumberField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import { CashFields } from './CashFields.tsx'

export function SellingSection({ draft }: SectionProps) {
  const t = useWords(words)
  const { settings, change } = draft
  const isLinked = useCall('hub.state', {}).data?.role === 'linked'
  const {
    deadlineHours,
    blockBelowStock,
    cashierDiscount,
    largeDifference,
    largeDifferenceShare,
    creditWithoutHub,
    orderLeadDays,
    orderSafetyDays,
    sounds,
  } = settings
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
      <MoneyField
        label={t('selling.largeDifference')}
        hint={t('selling.largeDifferenceHint')}
        value={largeDifference}
        onChange={(value) => value !== null && change({ largeDifference: value })}
      />
      <WholeNumberField
        label={t('selling.largeDifferenceShare')}
        hint={t('selling.largeDifferenceShareHint', { amount: money(Math.ceil(largeDifference / 5)) })}
        value={largeDifferenceShare}
        min={1}
        max={100}
        onChange={(percent) => change({ largeDifferenceShare: percent })}
      />
      {isLinked && (
        <WholeNumberField
          label={t('selling.creditWithoutHub')}
          hint={t('selling.creditWithoutHubHint')}
          value={creditWithoutHub}
          min={0}
          max={100}
          onChange={(percent) => change({ creditWithoutHub: percent })}
        />
      )}
      <WholeNumberField
        label={t('selling.orderLead')}
        hint={t('selling.orderLeadHint')}
        value={orderLeadDays}
        min={0}
        max={365}
        onChange={(days) => change({ orderLeadDays: days })}
      />
      <WholeNumberField
        label={t('selling.orderSafety')}
        hint={t('selling.orderSafetyHint')}
        value={orderSafetyDays}
        min={0}
        max={365}
        onChange={(days) => change({ orderSafetyDays: days })}
      />
      <Switch
        label={t('selling.sounds')}
        hint={t('selling.soundsText')}
        value={sounds}
        onChange={(on) => change({ sounds: on })}
      />
    </div>
  )
}
