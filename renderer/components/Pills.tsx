import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { TileColour } from '../../core/contract/bounds.ts'
import './Pills.css'
import './Swatches.css'

interface Pill<K extends string> {
  id: K
  label: string
  /** How many there are of it. */
  count?: number
  /** The colour of its goods. */
  colour?: TileColour | undefined
}

interface PillsProps<K extends string> {
  /** The group's name for screen readers. */
  label: string
  pills: readonly Pill<K>[]
  /** null: nothing is chosen yet. */
  value: K | null
  onChange: (value: K) => void
  className?: string
}

/** One of a few, all in sight: filters, categories, choices. Arrow keys move among them. */
export function Pills<K extends string>({ label, pills, value, onChange, className = '' }: PillsProps<K>) {
  return (
    <ToggleButtonGroup
      className={`pills ${className}`}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(key as K)
      }}
    >
      {pills.map(({ id, label, count, colour }) => (
        <ToggleButton className="pill" key={id} id={id} data-tile={colour}>
          {count === undefined ? label : `${label} ${count}`}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
