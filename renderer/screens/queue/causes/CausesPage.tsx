import { inBackground } from '../../../bridge/background.ts'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { Page } from '../../../components/Page.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { unheardText } from '../../../window/unheardText.ts'
import { LineNotes } from '../LineNotes.tsx'
import { SendNow } from '../SendNow.tsx'
import { words } from '../words.ts'
import { Folded } from './Folded.tsx'
import { StockDifferences } from './StockDifferences.tsx'
import { ToFix } from './ToFix.tsx'
import { Waiting } from './Waiting.tsx'
import './causes.css'

/** Problems by cause, each with the button that solves it; then the sales that are sent automatically. */
export function CausesPage() {
  const t = useWords(words)
  const { data: status } = useCall('status.get', {})
  const { data, error, refetch } = useCall('queue.causes', {})
  return (
    <Page
      title={t('title')}
      head={data && <span className="queue-today">{t('waiting.sentToday', { count: data.sentToday })}</span>}
      acts={<SendNow />}
    >
      <div className="queue-causes">
        {status && <LineNotes status={status} />}
        <FailureNote error={error} acts={<Retry onPress={() => inBackground(refetch())} />} />
        {data && (
          <>
            {data.unheard.length > 0 && (
              <Note tone="wait" title={t('causes.unheard', { tills: unheardText(data.unheard) })} />
            )}
            {data.causes.length > 0 && <ToFix causes={data.causes} />}
            {(data.causes.length === 0 || data.waiting.count > 0) && (
              <Waiting waiting={data.waiting} others={data.others} />
            )}
            <StockDifferences />
            <Folded others={data.others} />
          </>
        )}
      </div>
    </Page>
  )
}
