import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import './Switch.css'

interface SwitchProps {
  label: string
  /** The setting that it changes. */
  hint?: string
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
}

export function Switch({ label, hint, value, onChange, disabled = false }: SwitchProps) {
  return (
    <AriaSwitch className="switch" isSelected={value} onChange={onChange} isDisabled={disabled}>
      <span className="switch-track" aria-hidden="true" />
      <span>
        {label}
        {hint && <small className="switch-hint">{hint}</small>}
      </span>
    </AriaSwitch>
  )
}
