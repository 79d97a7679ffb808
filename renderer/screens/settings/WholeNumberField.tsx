import { useState } from 'react'
import { TextField } from '../../components/fields/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

interface WholeNumberFieldProps {
  label: string
  hint?: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number within bounds, by touch or typing. What is no such number is said, and not taken. */
export function WholeNumberField({ label, hint, value, min, max, onChange }: WholeNumberFieldProps) {
  const t = useWords(words)
  const [typed, setTyped] = useState<string | null>(null)
  const take = (next: number) => {
    setTyped(null)
    onChange(next)
  }
  const isGood = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max
  return (
    <div className="settings-number">
      <IconButton
        icon="minus"
        variant="normal"
        label={`${label}: −1`}
        disabled={value <= min}
        onPress={() => take(value - 1)}
      />
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        value={typed ?? String(value)}
        error={typed !== null && !isGood(typed) ? t('problem.number', { min, max }) : undefined}
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
