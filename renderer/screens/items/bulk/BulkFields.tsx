import { roundings } from '../../../../core/contract/bounds.ts'
import { taxTypes } from '../../../../core/fiscal/tax.ts'
import { MoneyField, QuantityField } from '../../../components/fields/NumberFields.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { common } from '../../../i18n/common.ts'
import { useWords } from '../../../i18n/index.ts'
import { CategoryField } from '../CategoryField.tsx'
import { type BulkForm, kinds } from './bulkForm.ts'
import { words } from './words.ts'

interface BulkFieldsProps {
  form: BulkForm
  disabled: boolean
  onChange: (form: BulkForm) => void
}

/** What to change, and to what. */
export function BulkFields({ form, disabled, onChange }: BulkFieldsProps) {
  const t = useWords(words)
  const tCommon = useWords(common)
  const set = (change: Partial<BulkForm>) => onChange({ ...form, ...change })
  const { kind } = form
  return (
    <>
      <Select
        label={t('what')}
        options={kinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
        value={kind}
        onChange={(kind) => set({ kind })}
        disabled={disabled}
        autoFocus
      />
      {(kind === 'percent' || kind === 'amount') && (
        <>
          <Pills
            label={t('direction.label')}
            value={form.direction}
            onChange={(direction) => set({ direction })}
            pills={(['up', 'down'] as const).map((id) => ({ id, label: t(`direction.${id}`) }))}
          />
          {kind === 'percent' ? (
            <QuantityField
              label={t('percent')}
              unit="%"
              value={form.percent}
              onChange={(percent) => set({ percent })}
              disabled={disabled}
            />
          ) : (
            <MoneyField
              label={t('amount')}
              value={form.amount}
              onChange={(amount) => set({ amount })}
              disabled={disabled}
            />
          )}
          <Select
            label={t('rounding.label')}
            options={roundings.map((id) => ({ id, label: t(`rounding.${id}`) }))}
            value={form.rounding}
            onChange={(rounding) => set({ rounding })}
            disabled={disabled}
          />
        </>
      )}
      {kind === 'taxType' && (
        <Select
          label={t('taxType')}
          options={taxTypes.map((id) => ({ id, label: tCommon(`tax.${id}`) }))}
          value={form.taxType}
          onChange={(taxType) => set({ taxType })}
          disabled={disabled}
        />
      )}
      {kind === 'category' && (
        <CategoryField
          value={form.category}
          known={undefined}
          disabled={disabled}
          onChange={(category) => set({ category })}
        />
      )}
      {kind === 'lowStock' && (
        <QuantityField
          label={t('lowStock')}
          hint={t('lowStockHint')}
          value={form.lowStock}
          onChange={(lowStock) => set({ lowStock })}
          disabled={disabled}
        />
      )}
    </>
  )
}
