import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { type KeyBinding, useKeys } from '../../input/keys.ts'
import { Icon } from '../Icon.tsx'
import type { PadKey } from './numberPad.ts'
import './NumberPad.css'

interface NumberPadProps {
  onKey: (key: PadKey) => void
  /** The key left of the zero: a point for money and weights, `00`, or clear for a PIN. */
  corner?: '.' | '00' | 'clear'
  disabled?: boolean
}

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const

/** Figures to touch, and the same figures on the keyboard while no field has the focus. See `padText`. */
export function NumberPad({ onKey, corner = '.', disabled = false }: NumberPadProps) {
  const t = useWords(common)
  const bindings: KeyBinding[] = [
    { key: '0-9', run: (digit) => onKey(digit as PadKey) },
    { key: 'Backspace', run: () => onKey('back') },
    { key: 'Del', run: () => onKey('clear') },
  ]
  if (corner === '.') bindings.push({ key: '.', run: () => onKey('.') }, { key: ',', run: () => onKey('.') })
  useKeys(disabled ? [] : bindings)
  const keys: [PadKey, string | null][] = [
    ...digits.map((digit): [PadKey, null] => [digit, null]),
    [corner, corner === '.' ? t('keypad.decimal') : corner === 'clear' ? t('acts.clear') : null],
    ['0', null],
    ['back', t('acts.delete')],
  ]
  return (
    <fieldset className="number-pad" aria-label={t('keypad.name')}>
      {keys.map(([key, label]) => (
        <button
          key={key}
          type="button"
          className="pad-key"
          disabled={disabled}
          aria-label={label ?? key}
          // The focus stays where it was: Enter must complete the input, not press the digit again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onKey(key)}
        >
          {key === 'back' ? <Icon name="backspace" /> : key === 'clear' ? <Icon name="close" /> : key}
        </button>
      ))}
    </fieldset>
  )
}
