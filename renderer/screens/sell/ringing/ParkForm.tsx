import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { LetterPad } from '../parts/LetterPad.tsx'
import { words } from '../sale/words.ts'

/** A name or a table for a sale that is parked. Enter alone parks it without one. */
export function ParkForm({ onPark }: { onPark: (label: string) => Promise<void> }) {
  const t = useWords(words)
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  async function park() {
    if (busy) return
    setBusy(true)
    await onPark(label.trim())
    setBusy(false)
  }
  return (
    <form className="sell-form" action={park}>
      <TextField
        label={t('parked.name')}
        hint={t('parked.nameHint')}
        value={label}
        onChange={setLabel}
        maxLength={40}
        autoFocus
      />
      <LetterPad text={label} onText={(text) => setLabel(text.slice(0, 40))} />
      <div className="sell-form-acts">
        <Button type="submit" variant="primary" size={56} wide keyCap="Enter" pending={busy}>
          {t('cart.park')}
        </Button>
      </div>
    </form>
  )
}
