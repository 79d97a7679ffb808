import type { PrintJobState, PrintJobView } from '../../../core/contract/printer.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Menu } from '../../components/Menu.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { words } from './words.ts'
import './printer.css'

const tones: Record<PrintJobState, Tone> = {
  waiting: 'wait',
  sending: 'wait',
  unknown: 'unknown',
  printed: 'ok',
  failed: 'off',
}

/** The papers of the direct printers: what waits, what needs an answer, and the last that ended. */
export function PrintJobs({ onClose }: { onClose: () => void }) {
  const t = useWords(words)
  const { data, error } = useCall('printJob.list', {})
  const retry = useAct('printJob.retry')
  const waits = data?.open.some(({ state }) => state === 'waiting') === true
  return (
    <Dialog
      title={t('job.title')}
      size="large"
      onClose={onClose}
      acts={
        waits && (
          <Button pending={retry.isPending} onPress={() => retry.mutate({})}>
            {t('job.retry')}
          </Button>
        )
      }
    >
      <FailureNote error={error ?? retry.error} />
      {data && data.open.length + data.ended.length === 0 && (
        <Empty title={t('job.none')}>{t('job.noneText')}</Empty>
      )}
      <ul className="printer-rows" aria-label={t('job.open')}>
        {data?.open.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {data && data.ended.length > 0 && (
        <>
          <h3>{t('job.ended')}</h3>
          <ul className="printer-rows" aria-label={t('job.ended')}>
            {data.ended.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** A drawer and a test page have no number; the others are called as on the paper. */
export function useJobTitle(): (job: Pick<PrintJobView, 'what' | 'title'>) => string {
  const t = useWords(words)
  return ({ what, title }) => (what === 'pulse' || what === 'test' ? t(`job.what.${what}`) : title)
}

function JobRow({ job }: { job: PrintJobView }) {
  const t = useWords(words)
  const title = useJobTitle()(job)
  const { id, what, state, reason, printerId, printerName, madeAt } = job
  const isDrawer = what === 'pulse'
  const { data } = useCall('printer.state', {})
  const answer = useAct('printJob.answer')
  const cancel = useAct('printJob.cancel')
  const move = useAct('printJob.move')
  const others = data?.printers.filter((printer) => printer.id !== printerId) ?? []
  return (
    <li>
      <div>
        <b>{title}</b>
        <small>
          {printerName} · {formatMoment(madeAt)}
        </small>
        {reason && state !== 'printed' && <small>{t(`reason.${reason}`)}</small>}
        <FailureNote error={answer.error ?? cancel.error ?? move.error} />
      </div>
      <StateWord tone={tones[state]}>{t(isDrawer ? `job.drawer.${state}` : `job.state.${state}`)}</StateWord>
      {state === 'unknown' && (
        <>
          <Button
            variant="primary"
            label={t('job.yesOf', { title })}
            pending={answer.isPending}
            onPress={() => answer.mutate({ id, printed: true })}
          >
            {t('job.yes')}
          </Button>
          <Button
            label={t('job.noOf', { title })}
            pending={answer.isPending}
            onPress={() => answer.mutate({ id, printed: false })}
          >
            {t('job.no')}
          </Button>
        </>
      )}
      {state === 'waiting' && (
        <>
          <Button
            label={t('job.cancelOf', { title })}
            pending={cancel.isPending}
            onPress={() => cancel.mutate({ id })}
          >
            {t('job.cancel')}
          </Button>
          {others.length > 0 && (
            <Menu
              label={t('job.moveOf', { title })}
              items={others.map((printer) => ({
                id: printer.id,
                label: t('job.moveTo', { name: printer.name }),
                run: () => move.mutate({ id, printerId: printer.id }),
              }))}
            />
          )}
        </>
      )}
    </li>
  )
}
