import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components/Select'
import { Icon } from '../Icon.tsx'
import type { FieldProps } from './TextField.tsx'
import './Field.css'
import './Select.css'

export interface Option<K extends string> {
  id: K
  label: string
}

interface SelectProps<K extends string> extends Omit<FieldProps, 'ref'> {
  options: readonly Option<K>[]
  value: K | null
  onChange: (value: K) => void
  placeholder?: string
}

/** One of a few; for two to four prefer Pills, which show them all. */
export function Select<K extends string>({
  label,
  labelHidden,
  hint,
  error,
  disabled,
  autoFocus,
  className = '',
  options,
  value,
  onChange,
  placeholder,
}: SelectProps<K>) {
  return (
    <AriaSelect
      className={`field select ${className}`}
      value={value}
      onChange={(key) => onChange(key as K)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      isDisabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      placeholder={placeholder ?? ''}
    >
      <Label className={labelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Button className="field-box select-button">
        <SelectValue className="select-value" />
        <Icon name="down" size={18} />
      </Button>
      {hint && error === undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="select-popover">
        <ListBox className="select-list" items={options}>
          {(option) => (
            <ListBoxItem className="select-option" id={option.id} textValue={option.label}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
