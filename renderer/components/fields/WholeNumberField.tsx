import { useState } from 'react'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { TextField } from './TextField.tsx'
import './WholeNumberField.css'

interface WholeNumberFieldProps {
  label: string
  /** The label is for screen readers only; the place says what it is. */
  labelHidden?: boolean
  hint?: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number within bounds, by touch or typing. What is no such number is said, and not taken. */
export function WholeNumberField({
  label,
  labelHidden = false,
  hint,
  value,
  min,
  max,
  onChange,
}: WholeNumberFieldProps) {
  const t = useWords(common)
  const [typed, setTyped] = useState<string | null>(null)
  const take = (next: number) => {
    setTyped(null)
    onChange(next)
  }
  const isGood = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max
  return (
    <div className="whole-number" data-label-hidden={labelHidden || undefined}>
      <IconButton
        icon="minus"
        variant="normal"
        label={`${label}: −1`}
        disabled={value <= min}
        onPress={() => take(value - 1)}
      />
      <TextField
        label={label}
        labelHidden={labelHidden}
        {...(hint === undefined ? {} : { hint })}
        value={typed ?? String(value)}
        error={typed !== null && !isGood(typed) ? t('wholeNumber', { min, max }) : undefined}
        onChange={(text) => {
          if (isGood(text)) take(Number(text))
          else setTyped(text)
        }}
        onBlur={() => setTyped(null)}
        inputMode="numeric"
        number
      />
      <IconButton
        icon="plus"
        variant="normal"
        label={`${label}: +1`}
        disabled={value >= max}
        onPress={() => take(value + 1)}
      />
    </div>
  )
}
