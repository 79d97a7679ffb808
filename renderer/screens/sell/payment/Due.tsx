import { settleTenders } from '../../../../core/fiscal/tender.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { Sale } from '../sale/cart.ts'
import { words as sellWords } from '../sale/words.ts'
import { words } from './words.ts'

interface DueProps {
  /** Cents: what the sale costs, and what would go back as it stands. */
  total: number
  change: number
  sale: Sale
  /** The sale is being asked for: nothing can be changed. */
  fixed: boolean
  onBack: () => void
  onTakeBack: (index: number) => void
}

/** The amount due, the payments, and the rest or the change. */
export function Due({ total, change, sale, fixed, onBack, onTakeBack }: DueProps) {
  const t = useWords(words)
  const s = useWords(sellWords)
  const { tenders, lines, buyer } = sale
  const taken = settleTenders(total, tenders)
  return (
    <section className="pay-due" aria-label={t('toPay')}>
      <Button className="pay-back" icon="back" keyCap="Esc" size={48} disabled={fixed} onPress={onBack}>
        {t('back')}
      </Button>
      <p className="pay-total">
        <span>{t('toPay')}</span>
        <b>{money(total)}</b>
        <small>
          {s('cart.count', { count: lines.length })}
          {buyer && ` · ${buyer.name ?? buyer.pin}`}
        </small>
      </p>
      {tenders.length > 0 && (
        <>
          <ul className="pay-taken" aria-label={t('paid')}>
            {tenders.map(({ method, amount, reference }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tenders have no other name
              <li key={index}>
                <span>
                  {t(`method.${method}`)}
                  {reference && <small>{reference}</small>}
                </span>
                <b>{money(amount)}</b>
                <IconButton
                  icon="close"
                  label={t('takeBack', { method: t(`method.${method}`), amount: money(amount) })}
                  disabled={fixed}
                  onPress={() => onTakeBack(index)}
                />
              </li>
            ))}
          </ul>
          {taken.ok && taken.settlement.remaining > 0 && (
            <p className="pay-rest">
              <span>{t('remaining')}</span>
              <b>{money(taken.settlement.remaining)}</b>
            </p>
          )}
        </>
      )}
      {change > 0 && (
        <p className="pay-change" role="status">
          <span>{t('change')}</span>
          <b>{money(change)}</b>
        </p>
      )}
    </section>
  )
}
