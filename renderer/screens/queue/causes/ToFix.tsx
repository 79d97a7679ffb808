import { useId } from 'react'
import type { Cause } from '../../../../core/contract/queue.ts'
import { money } from '../../../components/Amount.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import { CauseCard } from './CauseCard.tsx'

/** What waits for a person: `To fix · 1 cause · 5 sales · KSh 2,998.00`. */
export function ToFix({ causes }: { causes: readonly Cause[] }) {
  const t = useWords(words)
  const heading = useId()
  const sales = causes.reduce((sum, each) => sum + each.sales, 0)
  const sum = causes.reduce((total, each) => total + each.sum, 0)
  return (
    <section className="queue-group" data-tone="bad" aria-labelledby={heading}>
      <header className="queue-group-head">
        <h2 id={heading}>{t('causes.toFix')}</h2>
        <span>
          {[
            t('causes.count', { count: causes.length }),
            ...(sales > 0 ? [t('causes.sales', { count: sales }), t('causes.sum', { sum: money(sum) })] : []),
          ].join(' · ')}
        </span>
        {causes.some(({ act, sales }) => sales > 0 && act !== 'enterSignature') && (
          <small>{t('correct.safe')}</small>
        )}
      </header>
      {causes.map((cause) => (
        <CauseCard key={cause.key} cause={cause} />
      ))}
    </section>
  )
}
