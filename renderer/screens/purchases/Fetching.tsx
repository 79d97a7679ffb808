import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { words } from './words.ts'

/** The button that asks the authority for news of a list, and why it failed. */
export function useFetching(name: 'delivery.fetch' | 'customs.fetch') {
  const t = useWords(words)
  const fetch = useAct(name)
  const askNow = () =>
    fetch.mutate(
      {},
      {
        onSuccess: ({ fetched }) => {
          if (fetched) notify({ tone: 'ok', text: t('fetched') })
        },
      },
    )
  const button = (
    <Button pending={fetch.isPending} onPress={askNow}>
      {t('fetch')}
    </Button>
  )
  return { button, error: fetch.error }
}

export type Fetched = Partial<Pick<OutputOf<'delivery.invoices'>, 'fetchedAt' | 'problem'>>

/** How old a list of the authority is. */
export function FetchedAt({ fetchedAt = null }: Fetched) {
  const t = useWords(words)
  return (
    <small>
      {fetchedAt === null ? t('neverFetched') : t('fetchedAt', { time: formatMoment(fetchedAt) })}
    </small>
  )
}

/** Why the last fetch brought nothing, if it did not. */
export function FetchProblem({ fetchedAt = null, problem = null }: Fetched) {
  const t = useWords(words)
  if (!problem) return null
  const title =
    problem.kind === 'refused'
      ? t('refusedFetch', { text: problem.text })
      : fetchedAt === null
        ? t('notReachedYet')
        : t('notReached', { time: formatMoment(fetchedAt) })
  return <Note tone="wait" title={title} />
}
