import { money } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from './words.ts'

interface NoteKeysProps {
  /** Cents: the exact amount, and the notes that add up. */
  exact: number
  notes: readonly number[]
  disabled: boolean
  onExact: () => void
  onNote: (note: number) => void
}

/** The exact amount first, then what a wallet holds; notes add up touch by touch. */
export function NoteKeys({ exact, notes, disabled, onExact, onNote }: NoteKeysProps) {
  const t = useWords(words)
  return (
    <fieldset className="pay-notes" aria-label={t('quick')} disabled={disabled}>
      <button type="button" className="pay-exact" onClick={onExact}>
        {t('exact')}
        <b>{money(exact)}</b>
      </button>
      {notes.map((note) => (
        <button key={note} type="button" onClick={() => onNote(note)}>
          {money(note).replace(/\.00$/, '')}
        </button>
      ))}
    </fieldset>
  )
}
