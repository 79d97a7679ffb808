import { useState } from 'react'
import type { Paper, PrinterChoice } from '../../../core/contract/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words } from './words.ts'

interface TestPageProps {
  printer: PrinterChoice
  paper: Paper
  /** Of a direct printer. */
  id?: string
  onTested: () => void
}

/** Prints a page, and asks whether it came out: a printer may take it and not print it. */
export function TestPage({ printer, paper, id, onTested }: TestPageProps) {
  const t = useWords(words)
  const test = useAct('printer.test')
  const [asked, ask] = useState<'no' | 'waiting' | 'failed'>('no')

  async function print() {
    ask('no')
    const { html, file } = await test.mutateAsync({ printer, paper, ...(id !== undefined && { id }) })
    if (html !== null) printPage(readPage(html))
    if (file === null) ask('waiting')
    else onTested()
  }

  return (
    <div className="printer-choice">
      <Button
        icon="print"
        pending={test.isPending}
        onPress={() => {
          // The note below shows the failure.
          print().catch(() => undefined)
        }}
      >
        {t(test.isSuccess || printer.tested ? 'testAgain' : 'test')}
      </Button>
      <FailureNote error={test.error} />
      {asked === 'waiting' && (
        <Note
          tone="wait"
          title={t('didItPrint')}
          acts={
            <>
              <Button
                variant="primary"
                onPress={() => {
                  ask('no')
                  onTested()
                }}
              >
                {t('yes')}
              </Button>
              <Button onPress={() => ask('failed')}>{t('no')}</Button>
            </>
          }
        />
      )}
      {asked === 'failed' && (
        <Note tone="bad" title={t('notPrinted')}>
          {t('notPrintedTodo')}
        </Note>
      )}
      {asked === 'no' && printer.tested && !test.isPending && !test.error && (
        <Note tone="ok" title={t('tested')}>
          {test.data?.file}
        </Note>
      )}
    </div>
  )
}
