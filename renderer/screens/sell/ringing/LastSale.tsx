import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { InvoiceState } from '../../receipt/InvoiceState.tsx'
import { words as receiptWords } from '../../receipt/words.ts'
import { words } from '../sale/words.ts'
import { useLastSale } from './useLastSale.ts'

/** The previous sale with its change and its receipt, shown while the sale is empty. */
export function LastSale({ onReceipt }: { onReceipt: () => void }) {
  const t = useWords(words)
  const r = useWords(receiptWords)
  const last = useLastSale()
  if (!last) return <Empty title={t('last.empty')}>{t('last.emptyText')}</Empty>
  return (
    <section className="sell-last">
      <h2>{t('last.title')}</h2>
      <p>
        {last.number} · {formatMoment(last.soldAt)}
        <InvoiceState state={last.state} />
      </p>
      <dl>
        <div>
          <dt>{r('total')}</dt>
          <dd>{money(last.total)}</dd>
        </div>
        <div className="sell-last-change">
          <dt>{t('last.change')}</dt>
          <dd>{money(last.change)}</dd>
        </div>
      </dl>
      <Button size={48} icon="receipts" keyCap="Ctrl+P" onPress={onReceipt}>
        {t('last.receipt')}
      </Button>
    </section>
  )
}
