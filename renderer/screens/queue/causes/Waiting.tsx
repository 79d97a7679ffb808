import { useId } from 'react'
import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { formatAge, formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { navigate } from '../../../window/navigation.ts'
import { useNow } from '../../../window/useNow.ts'
import { useEverythingSent } from '../useEverythingSent.ts'
import { words } from '../words.ts'
import { documentLine } from './documentLine.ts'

/** Sales that are sent automatically, and those that Kaunta is asking the authority about. */
export function Waiting({ waiting, others }: Pick<OutputOf<'queue.causes'>, 'waiting' | 'others'>) {
  const t = useWords(words)
  const heading = useId()
  const now = useNow(15_000)
  const everything = useEverythingSent()
  const { count, documents, oldestAt, dueAt } = waiting
  const notices = others.items + others.stock + others.rest
  if (count === 0) {
    return (
      <p className="queue-sent" role="status">
        {notices === 0 ? everything : t('waiting.onlyNotices', { count: notices })}
      </p>
    )
  }
  const checked = documents.filter(({ state }) => state === 'unknown')
  return (
    <section className="queue-group" data-tone="wait" aria-labelledby={heading}>
      <header className="queue-group-head">
        <h2 id={heading}>{t('waiting.title')}</h2>
        <span>
          {[
            t('causes.sales', { count }),
            ...(oldestAt === null ? [] : [t('waiting.oldest', { age: formatAge(now - oldestAt) })]),
            ...(dueAt === null ? [] : [t('waiting.due', { due: formatMoment(dueAt, now) })]),
            t('waiting.automatic'),
          ].join(' · ')}
        </span>
      </header>
      {checked.map(({ id, title }) => (
        <p key={id}>{t('why.unknownSale', { number: title })}</p>
      ))}
      <ul className="queue-waiting">
        {documents.map((document) => (
          <li key={document.id}>
            <Button onPress={() => navigate('queue', { document: String(document.id) })}>
              {`${document.state === 'unknown' ? '?' : '◷'} ${documentLine(document, t, now)}`}
            </Button>
          </li>
        ))}
        {count > documents.length && (
          <li>{t('causes.moreDocuments', { count: count - documents.length })}</li>
        )}
        {notices > 0 && <li>{t('waiting.notices', { count: notices })}</li>}
      </ul>
    </section>
  )
}
