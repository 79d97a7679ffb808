import { useLayoutEffect, useRef } from 'react'
import type { PaymentMethod } from '../../../../core/fiscal/codes.ts'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { hasTouch } from '../parts/LetterPad.tsx'
import { type Entered, toReference } from '../sale/tendering.ts'
import { words } from './words.ts'

interface ReferenceProps {
  entered: Entered
  /** Enter was pressed on half an M-PESA code. */
  isFaulty: boolean
  disabled: boolean
  onChange: (change: Partial<Entered>) => void
  /** Another number: the field takes the focus. */
  choice: number
  /** Letters are wanted instead of figures; only where there is a touch screen. */
  onWriting: (writing: boolean) => void
}

const known: ReadonlySet<PaymentMethod> = new Set<PaymentMethod>(['mobileMoney', 'card', 'cheque'])

/** The number that the other way to pay has of its own. It has the focus as soon as that way is chosen. */
export function Reference({ entered, isFaulty, disabled, choice, onChange, onWriting }: ReferenceProps) {
  const t = useWords(words)
  const { method, reference } = entered
  const isCode = method === 'mobileMoney'
  const field = useRef<HTMLInputElement>(null)
  // Before the next key comes: a figure of the code must not reach the amount.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number says when.
  useLayoutEffect(() => field.current?.focus(), [choice])
  const label = known.has(method) ? (method as 'mobileMoney' | 'card' | 'cheque') : 'other'
  return (
    <TextField
      className="pay-reference"
      label={t(`reference.${label}`)}
      hint={t(isCode ? 'reference.codeHint' : 'reference.hint')}
      error={isFaulty ? t('problem.codeInvalid') : undefined}
      value={reference}
      onChange={(typed) => onChange({ reference: toReference(method, typed), allowUsed: false })}
      {...(isCode ? {} : { maxLength: 40 })}
      disabled={disabled}
      ref={field}
      onFocus={() => onWriting(hasTouch())}
      onBlur={() => onWriting(false)}
    />
  )
}
