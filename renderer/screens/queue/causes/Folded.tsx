import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { useWords } from '../../../i18n/index.ts'
import { navigate } from '../../../window/navigation.ts'
import { words } from '../words.ts'

/** What machines tell each other, as counts only. All documents are behind it. */
export function Folded({ others }: Pick<OutputOf<'queue.causes'>, 'others'>) {
  const t = useWords(words)
  const waiting = (['items', 'stock', 'rest'] as const).filter((name) => others[name] > 0)
  return (
    <nav className="queue-folded" aria-label={t('folded.label')}>
      {waiting.map((name) => (
        <Button
          key={name}
          variant="quiet"
          onPress={() => navigate('queue', { view: 'all', filter: 'waiting' })}
        >
          {`▸ ${t(`folded.${name}`, { count: others[name] })}`}
        </Button>
      ))}
      <Button variant="quiet" onPress={() => navigate('queue', { view: 'all', filter: 'all' })}>
        {`▸ ${t('folded.all')}`}
      </Button>
    </nav>
  )
}
