import { type TileColour, tileColours } from '../../core/contract/bounds.ts'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { Pills } from './Pills.tsx'

interface SwatchesProps {
  label: string
  /** What no colour of its own means. */
  none: string
  value: TileColour | null
  onChange: (colour: TileColour | null) => void
}

/** One of the colours for goods on Sell, or none. */
export function Swatches({ label, none, value, onChange }: SwatchesProps) {
  const t = useWords(common)
  return (
    <Pills
      className="swatches"
      label={label}
      value={value ?? 'none'}
      onChange={(id) => onChange(id === 'none' ? null : id)}
      pills={[
        { id: 'none' as const, label: none },
        ...tileColours.map((id) => ({ id, label: t(`colours.${id}`), colour: id })),
      ]}
    />
  )
}
