import { useState } from 'react'
import { startOfDay, toWireDate } from '../../../core/fiscal/dates.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { language, useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useAct, useCall, useCaller } from '../../queries/calls.ts'
import { pdfActs } from '../receipt/pdfActs.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { printPage, readPage } from '../receipt/receiptPage.ts'
import { words as paperWords } from '../receipt/words.ts'
import { DayChoice } from '../receipts/DayChoice.tsx'
import { BestSellers } from './BestSellers.tsx'
import { useFresh } from './useFresh.ts'
import { words } from './words.ts'

/** A day of the branch, of all its tills, as it prints. `savesPdf` false: the browser's print dialogue does that. */
export function DayDialog({ savesPdf, onClose }: { savesPdf: boolean; onClose: () => void }) {
  const t = useWords(words)
  const tPaper = useWords(paperWords)
  const call = useCaller()
  const [day, setDay] = useState(startOfDay(tillNow()))
  const [view, setView] = useState<'paper' | 'goods'>('paper')
  const wanted = { day: toWireDate(day), language: language() }
  const { data, error } = useFresh(useCall('hub.report', wanted, { keepPrevious: true }), 30_000)
  const act = useAct('hub.printReport')
  const missing = data?.report.tills.filter(({ complete }) => !complete) ?? []
  const print = (target?: 'pdf') =>
    act.mutate(
      { ...wanted, ...(target && { target }) },
      {
        onSuccess: ({ html, file }) => {
          if (html !== null) printPage(readPage(html))
          if (file === null) notify({ tone: 'ok', text: t('day.printed') })
        },
      },
    )
  return (
    <Dialog
      title={t('day.title')}
      size="large"
      onClose={onClose}
      acts={
        view === 'paper' && (
          <>
            {savesPdf && (
              <Button icon="file" disabled={!data} pending={act.isPending} onPress={() => print('pdf')}>
                {t('day.pdf')}
              </Button>
            )}
            <Button
              variant="primary"
              icon="print"
              disabled={!data}
              pending={act.isPending}
              onPress={() => print()}
            >
              {t('day.print')}
            </Button>
          </>
        )
      }
    >
      <DayChoice day={day} all={false} onChange={(next) => setDay(next ?? startOfDay(tillNow()))} />
      <Pills
        label={t('day.shows')}
        value={view}
        onChange={setView}
        pills={[
          { id: 'paper', label: t('day.paper') },
          { id: 'goods', label: t('best.title') },
        ]}
      />
      <FailureNote error={error} />
      <FailureNote error={act.error} />
      {missing.length > 0 && (
        <Note tone="wait" title={t('day.missing')}>
          {missing
            .map(({ name, heardAt }) =>
              heardAt === null
                ? t('day.never', { name })
                : t('day.heard', { name, time: formatMoment(heardAt) }),
            )
            .join(' ')}
        </Note>
      )}
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
      {view === 'goods' && <BestSellers day={day} />}
      {view === 'paper' && data && <ReceiptPaper html={data.html} label={t('day.paper')} />}
    </Dialog>
  )
}
