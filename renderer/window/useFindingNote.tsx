import type { OutputOf } from '../../core/contract/index.ts'
import { Button } from '../components/Button.tsx'
import type { BarNote, NoteProps } from '../components/Note.tsx'
import { formatMoment } from '../i18n/format.ts'
import { useWords } from '../i18n/index.ts'
import { useCall } from '../queries/calls.ts'
import { navigate, usePlace } from './navigation.ts'
import { recoveryWords } from './recoveryWords.ts'
import { useHere } from './session.ts'

type Finding = OutputOf<'backup.list'>['findings'][number]

/** A finding about the books as a note: the event, the safe data, and the data that may be missing. */
export function useFindingNote(): (finding: Finding) => NoteProps {
  const t = useWords(recoveryWords)
  return (finding) => {
    const { cause, at, source, changes, upTo, salvaged, complete, numbers, authority, aside } = finding
    const running = cause === 'running'
    const title = cause === 'workspace' && source === null ? 'workspaceKept' : cause
    const kept = aside && t('aside', { folder: aside })
    const sentences = running
      ? []
      : cause === 'clock'
        ? [t('clock', { before: formatMoment(upTo ?? at) })]
        : cause === 'changed'
          ? [
              changes > 0 && t('repaired', { count: changes }),
              !complete && t('notRepaired'),
              t('changedBy'),
              aside && t('changedAside', { folder: aside }),
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
    return {
      tone: running ? 'bad' : complete && cause !== 'clock' ? 'ok' : 'wait',
      title: t(`title.${title}`, { time: formatMoment(finding.at) }),
      ...(finding.text ? { code: finding.text } : {}),
      children: sentences.filter(Boolean).join(' '),
    }
  }
}

/** For the people who may do something about it, until an owner has read it. */
export function useRecoveryNotes(): BarNote[] {
  const t = useWords(recoveryWords)
  const { may } = useHere()
  const { screen } = usePlace()
  const noteOf = useFindingNote()
  const { data } = useCall('backup.list', {}, { enabled: may('manager') })
  const { data: status } = useCall('status.get', {})
  if (!data) return []
  const { findings, unopened } = data
  // The disk's own note says it already, and a restart would be wrong while the folder is gone.
  const isTold = status?.disk.word === 'gone' || status?.disk.word === 'damaged'
  const newest = findings.find(({ cause }) => cause !== 'running' || !isTold)
  const notes = unopened.map(
    ({ name, text }): BarNote => ({ key: name, tone: 'bad', title: t('unopened', { name }), code: text }),
  )
  if (!newest || screen === 'settings') return notes
  const look = () => navigate('settings', { section: 'backup' })
  const note: BarNote = {
    ...noteOf(newest),
    key: `finding ${newest.id}`,
    ...(newest.cause === 'running' ? {} : { short: t('short') }),
    acts: may('owner') && <Button onPress={look}>{t('look')}</Button>,
  }
  return [...notes, note]
}
