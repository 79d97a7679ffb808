import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog } from '../components/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { Note } from '../components/Note.tsx'
import { signs } from '../components/StateWord.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { useHubNotes } from '../screens/hub/useHubNotes.tsx'
import { usePrinterNotes } from '../screens/printer/usePrinterNotes.tsx'
import { useDidItPrint } from '../screens/receipt/useDidItPrint.tsx'
import { useLongShift } from '../screens/shift/useLongShift.tsx'
import { type Place, usePlace } from '../window/navigation.ts'
import { useRecoveryNotes } from '../window/useFindingNote.tsx'
import { useDayInDoubt } from './useDayInDoubt.tsx'
import { useDiskNotes } from './useDiskNotes.tsx'
import { useUpdateNote } from './useUpdateNote.tsx'
import './BarNotes.css'

/**
 * The notes of the till. The bar has the height for one, so no note moves or covers what a finger is about to touch.
 * A touch shows all of them, whole.
 */
export function BarNotes() {
  const t = useWords(common)
  const place = usePlace()
  const [openAt, setOpenAt] = useState<Place | null>(null)
  const day = useDayInDoubt()
  const printers = usePrinterNotes()
  const all = [
    ...[
      ...useDidItPrint(),
      ...printers.notes,
      ...useDiskNotes(),
      ...day.notes,
      ...useRecoveryNotes(),
      ...useLongShift(),
      ...useHubNotes(),
    ],
    ...useUpdateNote(),
  ]
  // Selling has stopped: the cashier reads that first.
  const notes = all.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'))
  const [first] = notes
  // Otherwise the next note would open by itself.
  if (openAt && !first) setOpenAt(null)
  return (
    <>
      {first && (
        <div className="bar-note" data-tone={first.tone} role={first.tone === 'bad' ? 'alert' : 'status'}>
          <AriaButton aria-haspopup="dialog" onPress={() => setOpenAt(place)}>
            <span aria-hidden="true">{signs[first.tone]}</span>
            <b>{first.short ?? first.title}</b>
            {notes.length > 1 && <span>+{notes.length - 1}</span>}
            <Icon name="down" size={14} />
          </AriaButton>
          {first.acts}
        </div>
      )}
      {first && openAt === place && (
        <Dialog title={t('frame.notices')} size="large" onClose={() => setOpenAt(null)}>
          {notes.map(({ key, short, ...note }) => (
            <Note key={key} {...note} />
          ))}
        </Dialog>
      )}
      {day.dialog}
      {printers.dialog}
    </>
  )
}
