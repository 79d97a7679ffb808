import { useState } from 'react'
import { formatMoney, formatQuantity, parseMoney, parseQuantity } from '../../../core/fiscal/money.ts'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { type FieldProps, TextField } from './TextField.tsx'

interface NumberFieldProps extends FieldProps {
  /** null: empty, or not a number yet. */
  value: number | null
  onChange: (value: number | null) => void
  placeholder?: string
}

/** Edits whole cents as `1,234.50`. */
export function MoneyField(props: NumberFieldProps) {
  const t = useWords(common)
  return <HundredthsField {...props} before={t('currency')} parse={parseMoney} format={formatMoney} />
}

/** Edits whole hundredths of a unit as `0.75`; `unit` stands behind the figures. */
export function QuantityField({ unit, ...props }: NumberFieldProps & { unit?: string }) {
  return <HundredthsField {...props} after={unit} parse={parseQuantity} format={formatQuantity} />
}

interface HundredthsFieldProps extends NumberFieldProps {
  before?: string
  after?: string | undefined
  parse: (text: string) => number | null
  format: (value: number) => string
}

/** Leaves the text as it is typed, and follows a value that comes from elsewhere. */
function HundredthsField({ value, onChange, parse, format, ...field }: HundredthsFieldProps) {
  const [text, setText] = useState('')
  const shown = parse(text) === value ? text : value === null ? '' : format(value)
  return (
    <TextField
      {...field}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(parse(next))
      }}
      onBlur={() => {
        if (value !== null) setText(format(value))
      }}
      inputMode="decimal"
      number
    />
  )
}
