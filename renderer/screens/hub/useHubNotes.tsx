import { Button } from '../../components/Button.tsx'
import type { BarNote } from '../../components/Note.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useCall } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { noteWords } from './noteWords.ts'
import { troubleOf } from './troubleOf.ts'
import { useFresh } from './useFresh.ts'

/** A letter usually waits for seconds. */
const isLong = ({ since }: { since: number }): boolean => tillNow() - since > 600_000

/** What keeps a linked till from its hub. A lone till has no note. */
export function useHubNotes(): BarNote[] {
  const t = useWords(noteWords)
  const { may } = useHere()
  const { data: state } = useCall('hub.state', {})
  const link = state?.link ?? null
  const trouble = link && troubleOf(link)
  const asks = may('manager') && link !== null && !trouble
  const { data } = useFresh(useCall('hub.offers', {}, { enabled: asks }), 60_000, asks)
  // The hub on this computer may have no till here.
  const isOwner = may('owner')
  const computer = useFresh(useCall('hub.thisComputer.state', {}, { enabled: isOwner }), 60_000, isOwner).data
  const open = <Button onPress={() => navigate('settings', { section: 'hub' })}>{t('note.open')}</Button>
  const sheet: BarNote[] =
    isOwner && computer?.sheet?.at === null
      ? [
          {
            key: 'hubSheet',
            tone: 'wait',
            title: t('note.sheet'),
            children: t('note.sheetTodo'),
            acts: open,
          },
        ]
      : []
  if (!link) return sheet
  const waiting =
    asks && data ? data.offers.length + data.twins.length + data.letters.filter(isLong).length : 0
  /** The hub's signer talks to the authority for this till. */
  const waits = link.signs ? [t('note.signs')] : []
  const hub: BarNote[] = trouble
    ? [
        {
          key: 'hub',
          tone: trouble.tone,
          ...(trouble.silentSince === null
            ? {
                title: t(`problem.${trouble.problem}`),
                children: [t(`todo.${trouble.problem}`), ...waits].join(' '),
              }
            : {
                title: t('note.silent', { time: formatMoment(trouble.silentSince) }),
                short: t(link.signs ? 'note.silentSigns' : 'note.silentShort', {
                  time: formatMoment(trouble.silentSince),
                }),
                children: [
                  t('note.silentTodo'),
                  ...waits,
                  ...(link.readAt === null ? [] : [t('note.shared', { time: formatMoment(link.readAt) })]),
                ].join(' '),
              }),
          acts: open,
        },
      ]
    : []
  if (waiting > 0)
    hub.push({
      key: 'hubOffers',
      tone: 'wait',
      title: t('note.offers', { count: waiting }),
      children: t('note.offersTodo'),
      acts: open,
    })
  return [...hub, ...sheet]
}
