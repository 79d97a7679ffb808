import { useLayoutEffect, useRef } from 'react'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { hasTouch } from '../parts/LetterPad.tsx'
import { type Entered, referenceWord, toReference } from '../sale/tendering.ts'
import { words } from './words.ts'

interface ReferenceProps {
  entered: Entered
  isRequired: boolean
  /** Enter was pressed on half an M-PESA code, or on a required reference that is missing. */
  isFaulty: boolean
  disabled: boolean
  onChange: (change: Partial<Entered>) => void
  /** Another number: the field takes the focus. */
  choice: number
  /** Letters are wanted instead of figures; only where there is a touch screen. */
  onWriting: (writing: boolean) => void
}

/** The number that the other way to pay has of its own. It has the focus as soon as that way is chosen. */
export function Reference({
  entered,
  isRequired,
  isFaulty,
  disabled,
  choice,
  onChange,
  onWriting,
}: ReferenceProps) {
  const t = useWords(words)
  const { reference } = entered
  const word = referenceWord(entered)
  const isCode = word === 'mobileMoney'
  const field = useRef<HTMLInputElement>(null)
  // Before the next key comes: a figure of the code must not reach the amount.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number says when.
  useLayoutEffect(() => field.current?.focus(), [choice])
  return (
    <TextField
      className="pay-reference"
      label={t(`reference.${word}`)}
      hint={t(isRequired ? 'reference.needed' : isCode ? 'reference.codeHint' : 'reference.hint')}
      error={isFaulty ? t(reference === '' ? 'problem.referenceMissing' : 'problem.codeInvalid') : undefined}
      value={reference}
      onChange={(typed) => onChange({ reference: toReference(entered, typed), allowUsed: false })}
      {...(isCode ? {} : { maxLength: 40 })}
      disabled={disabled}
      ref={field}
      onFocus={() => onWriting(hasTouch())}
      onBlur={() => onWriting(false)}
    />
  )
}
