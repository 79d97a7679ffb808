import type { Item } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { taxTypes } from '../../../core/fiscal/tax.ts'
import { MoneyField, QuantityField } from '../../components/fields/NumberFields.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Swatches } from '../../components/Swatches.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { CategoryField } from './CategoryField.tsx'
import { ClassChoice } from './ClassChoice.tsx'
import type { FormField, ItemForm } from './itemForm.ts'
import { useCodeOptions } from './useCodeOptions.ts'
import { words } from './words.ts'

interface ItemFieldsProps {
  form: ItemForm
  errors: Partial<Record<FormField, string>>
  isNew: boolean
  disabled: boolean
  /** Known with an item; asked for otherwise. */
  categories: readonly string[] | undefined
  /** The name of the category's class, if one was chosen. */
  classOfCategory: string | undefined
  /** Why the tax letter is the proposed one; absent: a person chose it, or nothing proposes one. */
  taxProposed: string | undefined
  /** The item has the usual class, and nobody has said that it fits. */
  usualClass: boolean
  onChange: (changes: Partial<ItemForm>) => void
}

const types: readonly Item['type'][] = ['2', '3', '1']

export function ItemFields(props: ItemFieldsProps) {
  const { form, errors, isNew, disabled, categories, classOfCategory, usualClass, onChange } = props
  const { taxProposed } = props
  const t = useWords(words)
  const tCommon = useWords(common)
  const service = form.type === '3'
  const units = useCodeOptions('10', form.quantityUnit)
  const unit = unitSign(form.quantityUnit)
  const blocks = useCall('settings.get', {}).data?.blockBelowStock ?? true
  const openingHint =
    form.opening !== 0 ? t('form.openingHint') : t(blocks ? 'form.openingNone' : 'form.openingNoneSold')
  return (
    <>
      <TextField
        label={t('form.name')}
        hint={t('form.nameHint')}
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        disabled={disabled}
        autoFocus={isNew}
        maxLength={100}
      />
      <TextField
        label={t('form.secondName')}
        hint={t('form.secondNameHint')}
        value={form.secondName}
        onChange={(secondName) => onChange({ secondName })}
        error={errors.secondName}
        disabled={disabled}
        maxLength={100}
      />
      <div className="items-pair">
        <MoneyField
          label={t('form.price')}
          hint={t('form.priceHint')}
          value={form.price}
          onChange={(price) => onChange({ price })}
          error={errors.price}
          disabled={disabled}
        />
        <Select
          label={t('form.tax')}
          placeholder={t('form.choose')}
          options={taxTypes.map((id) => ({ id, label: tCommon(`tax.${id}`) }))}
          value={form.taxType}
          onChange={(taxType) => onChange({ taxType })}
          error={errors.taxType}
          disabled={disabled}
        />
      </div>
      {isNew && <small role="status">{taxProposed ?? t('form.taxHint')}</small>}
      <TextField
        label={t('form.barcode')}
        hint={t('form.barcodeHint')}
        value={form.barcode}
        onChange={(barcode) => onChange({ barcode: barcode.trim() })}
        error={errors.barcode}
        disabled={disabled}
        maxLength={20}
      />
      {!disabled && (
        <Pills
          label={t('form.type')}
          value={form.type}
          onChange={(type) => onChange({ type })}
          pills={types.map((id) => ({ id, label: t(`type.${id}`) }))}
        />
      )}
      {!service && (
        <div className="items-pair">
          <Select
            label={t('form.unit')}
            options={units}
            value={form.quantityUnit}
            onChange={(quantityUnit) => onChange({ quantityUnit })}
            disabled={disabled}
          />
          <QuantityField
            label={t('form.lowStock')}
            unit={unit}
            value={form.lowStock}
            onChange={(lowStock) => onChange({ lowStock })}
            error={errors.lowStock}
            disabled={disabled}
          />
        </div>
      )}
      {isNew && !service && (
        <QuantityField
          label={t('form.opening')}
          hint={openingHint}
          unit={unit}
          value={form.opening}
          onChange={(opening) => onChange({ opening })}
          error={errors.opening}
        />
      )}
      <CategoryField
        value={form.category}
        known={categories}
        disabled={disabled}
        onChange={(category) => onChange({ category })}
      />
      <ClassChoice
        label={t('form.itemClass')}
        hint={usualClass && form.itemClass === null ? t('form.itemClassUsual') : t('form.itemClassHint')}
        error={errors.itemClass}
        goods={`${form.name} ${form.category}`}
        value={form.itemClass}
        placeholder={
          isNew && classOfCategory ? t('form.itemClassAs', { name: classOfCategory }) : t('form.choose')
        }
        disabled={disabled}
        onChange={(itemClass) => onChange({ itemClass })}
      />
      <Switch
        label={t('form.favourite')}
        value={form.favourite}
        onChange={(favourite) => onChange({ favourite })}
        disabled={disabled}
      />
      {!disabled && (
        <Swatches
          label={t('form.colour')}
          none={t('form.colourOfCategory')}
          value={form.colour}
          onChange={(colour) => onChange({ colour })}
        />
      )}
      <Switch
        label={t('form.active')}
        hint={t('form.inactiveHint')}
        value={form.active}
        onChange={(active) => onChange({ active })}
        disabled={disabled}
      />
      <MoreFields form={form} errors={errors} isNew={isNew} disabled={disabled} onChange={onChange} />
    </>
  )
}

/** Fields whose default suits almost every item. */
type MoreFieldsProps = Pick<ItemFieldsProps, 'form' | 'errors' | 'isNew' | 'disabled' | 'onChange'>

function MoreFields({ form, errors, isNew, disabled, onChange }: MoreFieldsProps) {
  const t = useWords(words)
  const packages = useCodeOptions('17', form.packageUnit)
  const faulty = errors.originCountry !== undefined || errors.code !== undefined
  return (
    <details className="items-more" open={faulty || undefined}>
      <summary>{t('form.more')}</summary>
      <div className="items-pair">
        <TextField
          label={t('form.origin')}
          hint={t('form.originHint')}
          value={form.originCountry}
          onChange={(text) => onChange({ originCountry: text.toUpperCase() })}
          error={errors.originCountry}
          disabled={disabled}
          maxLength={2}
        />
        <Select
          label={t('form.packageUnit')}
          options={packages}
          value={form.packageUnit}
          onChange={(packageUnit) => onChange({ packageUnit })}
          disabled={disabled}
        />
      </div>
      <TextField
        label={t('form.code')}
        {...(isNew ? { hint: t('form.codeHint') } : {})}
        value={form.code}
        onChange={(code) => onChange({ code: code.trim() })}
        error={errors.code}
        disabled={disabled || !isNew}
        maxLength={20}
      />
    </details>
  )
}
