import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Icon, type IconName } from './Icon.tsx'
import { Kbd } from './Kbd.tsx'
import './Button.css'

interface ButtonProps {
  children: ReactNode
  onPress?: () => void
  /** primary: the one way on; danger: takes something away; quiet: no edge. */
  variant?: 'normal' | 'primary' | 'danger' | 'quiet'
  /** Height in pixels. */
  size?: 44 | 48 | 56 | 72
  /** Printed as a cap; bind it with `useKeys`. */
  keyCap?: string
  icon?: IconName
  disabled?: boolean
  /** Busy with its own act: takes no second press, keeps focus and words. */
  pending?: boolean
  /** For a button that is on or off. */
  pressed?: boolean
  /** Takes the whole width. */
  wide?: boolean
  /** Words for a screen reader where the visible ones are not enough. */
  label?: string
  type?: 'button' | 'submit'
  autoFocus?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  onPress,
  variant = 'normal',
  size = 44,
  keyCap,
  icon,
  disabled,
  pending,
  pressed,
  wide,
  label,
  type = 'button',
  autoFocus,
  className = '',
  ref,
}: ButtonProps) {
  return (
    <AriaButton
      ref={ref ?? null}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      type={pending ? 'button' : type}
      isDisabled={disabled ?? false}
      data-pending={pending || undefined}
      autoFocus={autoFocus ?? false}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(onPress && !pending ? { onPress: () => onPress() } : {})}
    >
      {icon && <Icon name={icon} size={20} />}
      <span className="button-words">{children}</span>
      {keyCap && <Kbd>{keyCap}</Kbd>}
    </AriaButton>
  )
}
