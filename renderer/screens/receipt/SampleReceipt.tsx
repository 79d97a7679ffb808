import type { Paper, Settings } from '../../../core/contract/workspace.ts'
import { FailureNote } from '../../components/FailureNote.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { words } from './words.ts'

/** A receipt with these details of the shop, as it would print. It follows what is typed. */
export function SampleReceipt({ shop, paper }: { shop: Settings['shop']; paper: Paper }) {
  const t = useWords(words)
  const settled = useSettled(JSON.stringify({ shop, paper }))
  const { data, error } = useCall('receipt.sample', JSON.parse(settled), { keepPrevious: true })
  return (
    <div className="receipt-sample">
      <FailureNote error={error} />
      {data && <ReceiptPaper html={data.html} label={t('sample')} />}
    </div>
  )
}
