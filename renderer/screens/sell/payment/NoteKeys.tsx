import { money } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from './words.ts'

interface NoteKeysProps {
  /** Cents: the exact amount, and what a customer may hand over instead. */
  exact: number
  likely: readonly number[]
  disabled: boolean
  /** null: the exact amount. */
  onAmount: (amount: number | null) => void
}

const short = (amount: number) => money(amount).replace(/\.00$/, '')

/** One touch is the amount received: the exact one, or what a wallet holds for it. */
export function NoteKeys({ exact, likely, disabled, onAmount }: NoteKeysProps) {
  const t = useWords(words)
  return (
    <fieldset className="pay-notes" aria-label={t('quick')} disabled={disabled}>
      <button type="button" className="pay-exact" onClick={() => onAmount(null)}>
        {t('exact')}
        <b>{short(exact)}</b>
      </button>
      {likely.map((amount) => (
        <button key={amount} type="button" onClick={() => onAmount(amount)}>
          {short(amount)}
        </button>
      ))}
    </fieldset>
  )
}
