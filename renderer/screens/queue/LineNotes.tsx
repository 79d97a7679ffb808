import type { Status } from '../../../core/contract/device.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { formatCountdown, formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useNow } from '../../window/useNow.ts'
import { words } from './words.ts'

/** Why nothing is sent to the authority now, and how to correct that. */
export function LineNotes({ status }: { status: Status }) {
  const pauses = Map.groupBy(
    status.lanes.filter(({ paused }) => paused !== null),
    ({ paused }) => paused?.reason,
  )
  return (
    <>
      <PracticeNote />
      {!status.deviceReady && !pauses.has('notInitialised') && <NotReadyNote />}
      {status.deviceReady && status.reachable === false && <OfflineNote status={status} />}
      {[...pauses.values()].map((lanes) => (
        <PauseNote key={lanes[0]?.paused?.reason} lanes={lanes} />
      ))}
    </>
  )
}

/** Nothing has been stopped by it yet, for nothing has been made yet. */
function NotReadyNote() {
  const t = useWords(words)
  const { may } = useHere()
  return (
    <Note
      tone="bad"
      title={t('paused.notInitialised')}
      acts={
        may('owner') && (
          <Button onPress={() => navigate('settings', { section: 'device' })}>{t('action.device')}</Button>
        )
      }
    >
      {t('paused.notInitialisedText')}
    </Note>
  )
}

function OfflineNote({ status: { reachableSince, nextTryAt } }: { status: Status }) {
  const t = useWords(words)
  const now = useNow(1_000)
  return (
    <Note
      tone="wait"
      title={
        reachableSince === null
          ? t('offline.never')
          : t('offline.title', { time: formatMoment(reachableSince, now) })
      }
    >
      {t('offline.text')}{' '}
      {nextTryAt !== null &&
        (nextTryAt > now ? (
          <span aria-hidden="true">{t('offline.next', { time: formatCountdown(nextTryAt - now) })}</span>
        ) : (
          t('offline.now')
        ))}
    </Note>
  )
}

function PauseNote({ lanes }: { lanes: Status['lanes'] }) {
  const t = useWords(words)
  const { may } = useHere()
  const resume = useAct('queue.resumeLane')
  const paused = lanes[0]?.paused
  if (!paused) return null
  const { reason, at, detail } = paused

  async function resumeAll() {
    for (const { lane } of lanes) await resume.mutateAsync({ lane })
    notify({ tone: 'ok', text: t('done.resumed') })
  }
  const lanesText = t('paused.lanes', {
    lanes: lanes.map(({ lane }) => t(`lane.${lane}`)).join(', '),
    time: formatMoment(at),
  })
  return (
    <>
      <Note
        tone="bad"
        title={t(`paused.${reason}`)}
        acts={
          <>
            {reason !== 'counterConflict' && may('owner') && (
              <Button onPress={() => navigate('settings', { section: 'device' })}>
                {t('action.device')}
              </Button>
            )}
            {may('manager') && (
              // The failure is shown below the note.
              <Button
                pending={resume.isPending}
                onPress={() => {
                  resumeAll().catch(() => undefined)
                }}
              >
                {t('action.resume')}
              </Button>
            )}
          </>
        }
      >
        {t(`paused.${reason}Text`)}
        <span className="queue-pause">
          {detail === '' ? lanesText : `${lanesText} · ${t('paused.detail', { text: detail })}`}
        </span>
      </Note>
      <FailureNote error={resume.error} />
    </>
  )
}

/** Shows that an outage is being practised, and the button that ends it. */
function PracticeNote() {
  const t = useWords(words)
  const { may } = useHere()
  const { data } = useCall('practice.get', {})
  const set = useAct('practice.set')
  const mode = data?.mode ?? 'normal'
  if (mode === 'normal') return null
  return (
    <>
      <Note
        tone="wait"
        title={t(`practice.${mode}`)}
        acts={
          may('manager') && (
            <Button pending={set.isPending} onPress={() => set.mutate({ mode: 'normal' })}>
              {t('practice.putBack')}
            </Button>
          )
        }
      />
      <FailureNote error={set.error} />
    </>
  )
}
