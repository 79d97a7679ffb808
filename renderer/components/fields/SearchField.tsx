import { useRef } from 'react'
import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components/SearchField'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { Icon, type IconName } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Kbd } from '../Kbd.tsx'
import './Field.css'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Enter. */
  onSubmit?: (value: string) => void
  placeholder?: string
  icon?: IconName
  /** The key that leads here. */
  keyCap?: string
  size?: 44 | 52
  autoFocus?: boolean
  className?: string
}

/** Search that answers while typing. Esc clears it first, and only then goes a step back. */
export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  placeholder,
  icon = 'search',
  keyCap,
  size = 44,
  autoFocus,
  className = '',
}: SearchFieldProps) {
  const t = useWords(common)
  const input = useRef<HTMLInputElement>(null)
  useKeys(keyCap === undefined ? [] : [{ key: keyCap, label, run: () => input.current?.focus() }])
  return (
    <AriaSearchField
      className={`field ${className}`}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus ?? false}
      autoComplete="off"
      spellCheck="false"
      {...(onSubmit ? { onSubmit } : {})}
    >
      <Label className="visually-hidden">{label}</Label>
      <div className="field-box" data-size={size}>
        <Icon name={icon} />
        <Input ref={input} placeholder={placeholder ?? label} />
        {value !== '' && (
          <IconButton
            className="field-clear"
            icon="close"
            label={t('acts.clear')}
            onPress={() => onChange('')}
          />
        )}
        {keyCap && value === '' && <Kbd>{keyCap}</Kbd>}
      </div>
    </AriaSearchField>
  )
}
