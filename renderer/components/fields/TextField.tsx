import type { HTMLAttributes, Ref } from 'react'
import { TextField as AriaTextField, FieldError, Input, Label, Text } from 'react-aria-components/TextField'
import './Field.css'

export interface FieldProps {
  label: string
  /** The label is for screen readers only; the place says what it is. */
  labelHidden?: boolean
  hint?: string
  /** The error of the field, in words. */
  error?: string | undefined
  disabled?: boolean
  autoFocus?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: 'text' | 'password' | 'email' | 'tel' | 'url'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** What a browser may fill in; nothing if absent. */
  autoComplete?: string
  maxLength?: number
  /** A unit or currency before or behind the text. */
  before?: string | undefined
  after?: string | undefined
  /** Figures stand right. */
  number?: boolean
  onBlur?: () => void
  onFocus?: () => void
}

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  disabled,
  autoFocus,
  className = '',
  ref,
  value,
  onChange,
  placeholder,
  type = 'text',
  inputMode,
  autoComplete = 'off',
  maxLength,
  before,
  after,
  number,
  onBlur,
  onFocus,
}: TextFieldProps) {
  return (
    <AriaTextField
      className={`field ${className}`}
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      isDisabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      type={type}
      autoComplete={autoComplete}
      spellCheck="false"
      {...(inputMode ? { inputMode } : {})}
      {...(maxLength ? { maxLength } : {})}
      {...(onBlur ? { onBlur } : {})}
      {...(onFocus ? { onFocus } : {})}
    >
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <div className="field-box" data-number={number || undefined}>
        {before && <span className="field-affix">{before}</span>}
        <Input ref={ref ?? null} placeholder={placeholder ?? ''} />
        {after && <span className="field-affix">{after}</span>}
      </div>
      {hint && error === undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  )
}
