import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import { Icon } from './Icon.tsx'
import './Button.css'
import './Menu.css'

interface MenuProps {
  /** What the three dots open, in words. */
  label: string
  items: readonly { id: string; label: string; run: () => void }[]
}

/** Acts that are seldom needed, behind three dots. */
export function Menu({ label, items }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className="button icon-button" data-variant="quiet" data-size={44} aria-label={label}>
        <Icon name="more" />
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <AriaMenu className="menu" aria-label={label}>
          {items.map((item) => (
            <MenuItem key={item.id} className="menu-item" onAction={item.run}>
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
