import { onCredit } from '../../../../core/fiscal/tender.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { InvoiceState } from '../../receipt/InvoiceState.tsx'
import { words as receiptWords } from '../../receipt/words.ts'
import type { Completed } from '../sale/saleStore.ts'
import { words } from '../sale/words.ts'
import { useLastSale } from './useLastSale.ts'

/** The previous sale with its change and its receipt, shown while the sale is empty. */
export function LastSale({ onReceipt }: { onReceipt: (last: Completed) => void }) {
  const t = useWords(words)
  const r = useWords(receiptWords)
  const last = useLastSale()
  const open = () => {
    if (!last) return
    const { id, number, total, change, tenders } = last
    onReceipt({ invoiceId: id, number, total, tendered: total + change - onCredit(tenders), change })
  }
  useKeys([{ key: 'Ctrl+P', label: t('last.receipt'), run: open, enabled: last !== undefined }])
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
      <Button size={48} icon="receipts" keyCap="Ctrl+P" onPress={open}>
        {t('last.receipt')}
      </Button>
    </section>
  )
}
