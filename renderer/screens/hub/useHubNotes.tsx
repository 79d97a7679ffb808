import { Button } from '../../components/Button.tsx'
import type { BarNote } from '../../components/Note.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { troubleOf } from './troubleOf.ts'
import { words } from './words.ts'

/** What keeps a linked till from its hub. A lone till has no note. */
export function useHubNotes(): BarNote[] {
  const t = useWords(words)
  const { data: state } = useCall('hub.state', {})
  const link = state?.link ?? null
  if (!link) return []
  const trouble = troubleOf(link)
  const hub: BarNote[] = trouble
    ? [
        {
          key: 'hub',
          tone: trouble.tone,
          ...(trouble.silentSince === null
            ? { title: t(`problem.${trouble.problem}`), children: t(`todo.${trouble.problem}`) }
            : {
                title: t('note.silent', { time: formatMoment(trouble.silentSince) }),
                short: t('note.silentShort', { time: formatMoment(trouble.silentSince) }),
                children: t('note.silentTodo'),
              }),
          acts: <Button onPress={() => navigate('settings', { section: 'hub' })}>{t('note.open')}</Button>,
        },
      ]
    : []
  return hub
}
