import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../sale/words.ts'

type Task = OutputOf<'status.checklist'>['tasks'][number]['name']

/** Where each is done. Owners alone reach some of these settings; a sale is made right here. */
const places: Record<Exclude<Task, 'sale'>, { href: string; owner?: true }> = {
  device: { href: '#/settings?section=device' },
  goods: { href: '#/items' },
  stock: { href: '#/stock' },
  printer: { href: '#/settings?section=printer', owner: true },
  people: { href: '#/settings?section=people', owner: true },
}

/** What a new shop still has to do before its first signed sale; nothing afterwards. */
export function Checklist() {
  const t = useWords(words)
  const { may } = useHere()
  const { data } = useCall('status.checklist', {}, { enabled: may('manager') })
  const dismiss = useAct('status.dismissChecklist')
  if (!data || data.tasks.length === 0) return null
  return (
    <section className="sell-checklist" aria-labelledby="sell-checklist">
      <h2 id="sell-checklist">{t('checklist.title')}</h2>
      <ul>
        {data.tasks.map(({ name, done }) => {
          const place = name === 'sale' ? undefined : places[name]
          const text = (
            <>
              <span aria-hidden="true">{done ? '✓' : '○'}</span> {t(`checklist.${name}`)}
              {done && <span className="visually-hidden">, {t('checklist.done')}</span>}
            </>
          )
          return (
            <li key={name} data-done={done || undefined}>
              {place && (!place.owner || may('owner')) ? (
                <a href={place.href}>{text}</a>
              ) : (
                <span>{text}</span>
              )}
            </li>
          )
        })}
      </ul>
      <Button variant="quiet" pending={dismiss.isPending} onPress={() => dismiss.mutate({})}>
        {t('checklist.dismiss')}
      </Button>
    </section>
  )
}
