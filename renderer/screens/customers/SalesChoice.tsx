import type { OpenSale } from '../../../core/contract/account.ts'
import { money } from '../../components/Amount.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { formatDay } from '../../i18n/format.ts'

interface SalesChoiceProps {
  label: string
  sales: readonly OpenSale[]
  chosen: ReadonlySet<number>
  onChange: (chosen: Set<number>) => void
}

/** Open sales to choose from, oldest first. */
export function SalesChoice({ label, sales, chosen, onChange }: SalesChoiceProps) {
  return (
    <ul className="customers-choice" aria-label={label}>
      {sales.map(({ id, number, soldAt, owed }) => (
        <li key={id}>
          <Switch
            label={`${number} · ${formatDay(soldAt)}`}
            value={chosen.has(id)}
            onChange={(on) => {
              const next = new Set(chosen)
              if (on) next.add(id)
              else next.delete(id)
              onChange(next)
            }}
          />
          <b className="numbers">{money(owed)}</b>
        </li>
      ))}
    </ul>
  )
}
