import type { ReactNode } from 'react'
import type { OutputOf } from '../../core/contract/index.ts'
import { Button } from '../components/Button.tsx'
import { Note } from '../components/Note.tsx'
import { formatMoment } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useCall } from '../queries/calls.ts'
import { navigate, usePlace } from './navigation.ts'
import { recoveryWords } from './recoveryWords.ts'
import { useHere } from './session.ts'

type Finding = OutputOf<'backup.list'>['findings'][number]

interface FindingNoteProps {
  finding: Finding
  acts?: ReactNode
  /** Over a screen with other work on it: without the folder. */
  brief?: boolean
}

/** A finding about the books: the event, the safe data, and the data that may be missing. */
export function FindingNote({ finding, acts, brief }: FindingNoteProps) {
  const t = useWords(recoveryWords)
  const { cause, at, source, changes, upTo, salvaged, complete, numbers, authority, aside } = finding
  const running = cause === 'running'
  const title = cause === 'workspace' && source === null ? 'workspaceKept' : cause
  const kept = !brief && aside && t('aside', { folder: aside })
  const sentences = running
    ? []
    : cause === 'clock'
      ? [t('clock', { before: formatMoment(upTo ?? at) })]
      : cause === 'changed'
        ? [
            changes > 0 && t('repaired', { count: changes }),
            !complete && t('notRepaired'),
            t('changedBy'),
            !brief && aside && t('changedAside', { folder: aside }),
          ]
        : cause === 'workspace'
          ? [
              source === null && t('workspaceKept'),
              source?.madeAt != null &&
                (complete ? t('complete') : t('workspace', { time: formatMoment(source.madeAt) })),
              kept,
            ]
          : [
              cause === 'twin' && t('twin'),
              source && t(`source.${source.kind}`, { name: source.name }),
              changes > 0 && upTo !== null && t('changes', { count: changes, time: formatMoment(upTo) }),
              salvaged > 0 && t('salvaged', { count: salvaged }),
              cause !== 'twin' && t(complete ? 'complete' : 'incomplete'),
              numbers && t('numbers', numbers),
              !complete && (authority ? t('authority', authority) : t('asking')),
              kept,
            ]
  return (
    <Note
      tone={running ? 'bad' : complete && cause !== 'clock' ? 'ok' : 'wait'}
      title={t(`title.${title}`, { time: formatMoment(finding.at) })}
      {...(finding.text ? { code: finding.text } : {})}
      acts={acts}
    >
      {sentences.filter(Boolean).join(' ')}
    </Note>
  )
}

/** Over every screen of who may do something about it, until an owner has read it. */
export function RecoveryNotes() {
  const t = useWords(recoveryWords)
  const { may } = useHere()
  const { screen } = usePlace()
  const { data } = useCall('backup.list', {}, { enabled: may('manager') })
  const { data: status } = useCall('status.get', {})
  if (!data) return null
  const { findings, unopened } = data
  // The disk's own note says it already, and a restart would be wrong while the folder is gone.
  const isTold = status?.disk.word === 'gone' || status?.disk.word === 'damaged'
  const newest = findings.find(({ cause }) => cause !== 'running' || !isTold)
  const look = () => navigate('settings', { section: 'backup' })
  return (
    <>
      {unopened.map(({ name, text }) => (
        <Note key={name} tone="bad" title={t('unopened', { name })} code={text} />
      ))}
      {newest && screen !== 'settings' && (
        <FindingNote
          finding={newest}
          brief
          acts={may('owner') && <Button onPress={look}>{t('look')}</Button>}
        />
      )}
    </>
  )
}
