import type { PaymentMethod } from '../../../core/fiscal/codes.ts'
import { TextField } from '../../components/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { hasTouch } from '../sell/LetterPad.tsx'
import { words } from './words.ts'

interface ReferenceProps {
  method: PaymentMethod
  value: string
  onChange: (reference: string) => void
  /** Letters are wanted instead of figures; only where there is a touch screen. */
  onWriting: (writing: boolean) => void
}

/** The number that the other way to pay has of its own. */
export function Reference({ method, value, onChange, onWriting }: ReferenceProps) {
  const t = useWords(words)
  const known = method === 'mobileMoney' || method === 'card' || method === 'cheque' ? method : 'other'
  return (
    <TextField
      className="pay-reference"
      label={t(`reference.${known}`)}
      hint={t('reference.hint')}
      value={value}
      onChange={(next) => onChange(next.toUpperCase())}
      maxLength={40}
      onFocus={() => onWriting(hasTouch())}
      onBlur={() => onWriting(false)}
    />
  )
}
