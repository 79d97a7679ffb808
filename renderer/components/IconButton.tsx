import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon, type IconName } from './Icon.tsx'
import './Button.css'

interface IconButtonProps {
  icon: IconName
  /** The action in words. */
  label: string
  onPress: () => void
  variant?: 'normal' | 'primary' | 'danger' | 'quiet'
  /** Width and height in pixels. */
  size?: 44 | 48 | 56
  disabled?: boolean
  /** For a button that is on or off. */
  pressed?: boolean
  /** false: Tab passes it by, for the field beside it does the same by keys. */
  keyboard?: boolean
  className?: string
}

/** A button whose drawing says enough for eyes; its words are for everybody else. */
export function IconButton({
  icon,
  label,
  onPress,
  variant = 'quiet',
  size = 44,
  disabled = false,
  pressed,
  keyboard = true,
  className = '',
}: IconButtonProps) {
  return (
    <AriaButton
      className={`button icon-button ${className}`}
      data-variant={variant}
      data-size={size}
      aria-label={label}
      isDisabled={disabled}
      excludeFromTabOrder={!keyboard}
      onPress={() => onPress()}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      <Icon name={icon} />
    </AriaButton>
  )
}
