import { useState } from 'react'
import { startOfDay, toWireDate } from '../../../core/fiscal/dates.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { language, useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useAct, useCall, useCaller } from '../../queries/calls.ts'
import { pdfActs } from '../receipt/pdfActs.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words as paperWords } from '../receipt/words.ts'
import { DayChoice } from './DayChoice.tsx'
import { words } from './words.ts'

/** The day's report as it prints; `day` null = today. */
export function ReportDialog({ day, onClose }: { day: number | null; onClose: () => void }) {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  const [shown, setShown] = useState(day ?? startOfDay(tillNow()))
  const wanted = { day: toWireDate(shown), language: language() }
  const { data, error } = useCall('report.day', wanted, { keepPrevious: true })
  const act = useAct('report.print')

  const print = (target?: 'pdf') =>
    act.mutate(
      { ...wanted, ...(target && { target }) },
      {
        onSuccess: ({ print, html, file }) => {
          if (html !== null) printPage(readPage(html))
          if (file === null) notify({ tone: 'ok', text: t('report.printed', { print }) })
        },
      },
    )
  return (
    <Dialog
      title={t('report.title')}
      size="large"
      onClose={onClose}
      acts={
        <>
          <Button icon="file" disabled={!data} pending={act.isPending} onPress={() => print('pdf')}>
            {t('report.pdf')}
          </Button>
          <Button
            variant="primary"
            icon="print"
            disabled={!data}
            pending={act.isPending}
            onPress={() => print()}
          >
            {t('report.print')}
          </Button>
        </>
      }
    >
      <DayChoice day={shown} all={false} onChange={(next) => setShown(next ?? startOfDay(tillNow()))} />
      <p className="receipts-soft">{t('report.hint')}</p>
      <FailureNote error={error} />
      <FailureNote error={act.error} />
      {act.data?.file && (
        <Note
          tone="ok"
          title={tPaper('pdf.made')}
          acts={pdfActs(call, act.data.file).map(({ label, run }) => (
            <Button key={label} onPress={run}>
              {label}
            </Button>
          ))}
        />
      )}
      {data && <ReceiptPaper html={data.html} label={t('report.paper')} />}
    </Dialog>
  )
}
