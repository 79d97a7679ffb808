import { useEffect, useState } from 'react'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { language, useWords } from '../../i18n/index.ts'
import { useCaller } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { forgetPrinted, printPage, readPage } from '../receipt/receiptPage.ts'
import { words } from './words.ts'

/** The recovery sheet. Its secret is in this dialogue only: no query or mutation keeps it. */
export function SheetDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const call = useCaller()
  const { user } = useHere()
  const [pin, setPin] = useState('')
  const [html, setHtml] = useState<string | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isPrinted, setIsPrinted] = useState(false)
  useEffect(() => forgetPrinted, [])
  const run = async (act: () => Promise<void>) => {
    if (isBusy || pin === '') return
    setIsBusy(true)
    setError(null)
    try {
      await act()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setIsBusy(false)
    }
  }
  const asked = { pin, language: language() }
  const show = () => run(async () => setHtml((await call('hub.thisComputer.sheet', asked)).html))
  const print = () =>
    run(async () => {
      const { html: page } = await call('hub.thisComputer.printSheet', asked)
      if (page !== null) printPage(readPage(page))
      setIsPrinted(true)
    })
  return (
    <Dialog
      title={t('sheet.title')}
      {...(html === null ? {} : { size: 'large' })}
      onClose={onClose}
      acts={
        <>
          <Button size={48} pending={isBusy} disabled={pin === ''} onPress={() => inBackground(show())}>
            {t('sheet.show')}
          </Button>
          <Button
            size={48}
            variant="primary"
            icon="print"
            pending={isBusy}
            disabled={pin === ''}
            onPress={() => inBackground(print())}
          >
            {t('sheet.print')}
          </Button>
        </>
      }
    >
      <p>{t('sheet.text')}</p>
      <p className="hub-soft">{t('sheet.secret')}</p>
      <TextField
        label={t('sheet.pin', { name: user.name })}
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={setPin}
        maxLength={12}
        autoFocus
      />
      <FailureNote error={error} />
      {isPrinted && <Note tone="ok" title={t('sheet.done')} />}
      {html !== null && <ReceiptPaper html={html} label={t('sheet.title')} />}
    </Dialog>
  )
}
