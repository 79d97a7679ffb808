import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { language, useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { Carried } from './Carried.tsx'
import { usePrintShift } from './usePrintShift.ts'
import { words } from './words.ts'

/** The Z report of a closed shift. */
export function ZDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const t = useWords(words)
  const { data, error } = useCall('shift.get', { number, language: language() })
  const print = usePrintShift()
  const review = useAct('shift.review')
  const { may } = useHere()
  const isHidden = data !== undefined && data.html === null
  return (
    <Dialog
      title={t('zOf', { number })}
      size="large"
      onClose={onClose}
      acts={
        <>
          <Button
            icon="file"
            disabled={!data?.html}
            pending={print.isPending}
            onPress={() => print.run({ number, target: 'pdf' })}
          >
            {t('pdf')}
          </Button>
          <Button
            variant="primary"
            icon="print"
            disabled={!data?.html}
            pending={print.isPending}
            onPress={() => print.run({ number })}
          >
            {t('print')}
          </Button>
        </>
      }
    >
      <FailureNote error={error ?? review.error} />
      {data?.review && (
        <Note
          tone={data.review.done ? 'ok' : 'wait'}
          title={data.review.done ? t('review.done', { name: data.review.done.by }) : t('review.open')}
          acts={
            !data.review.done &&
            may('manager') && (
              <Button size={48} pending={review.isPending} onPress={() => review.mutate({ number })}>
                {t('review.act')}
              </Button>
            )
          }
        >
          {t('review.why')}
        </Note>
      )}
      {isHidden && (
        <>
          <Note tone="wait" title={t('hiddenZ')} />
          <Carried carried={data.carried} />
        </>
      )}
      {data?.html && <ReceiptPaper html={data.html} label={t('zOf', { number })} />}
    </Dialog>
  )
}
