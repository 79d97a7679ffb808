import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { LetterPad } from '../parts/LetterPad.tsx'
import { words } from '../sale/words.ts'

interface ParkFormProps {
  onPark: (label: string) => Promise<void>
  onProforma: () => void
}

/** A name or a table for a sale that is parked. Enter alone parks it without one. Or its proforma, and it stays open. */
export function ParkForm({ onPark, onProforma }: ParkFormProps) {
  const t = useWords(words)
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  async function park() {
    if (busy) return
    setBusy(true)
    await onPark(label.trim())
    setBusy(false)
  }
  useKeys([{ key: 'Shift+F9', label: t('proforma.make'), run: onProforma }])
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
        <Button size={56} keyCap="Shift+F9" onPress={onProforma}>
          {t('proforma.make')}
        </Button>
        <Button type="submit" variant="primary" size={56} wide keyCap="Enter" pending={busy}>
          {t('cart.park')}
        </Button>
      </div>
    </form>
  )
}
