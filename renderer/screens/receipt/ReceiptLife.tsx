import type { OutputOf } from '../../../core/contract/index.ts'
import { signs, type Tone } from '../../components/StateWord.tsx'
import type { receipt as english } from '../../i18n/en/receipt.ts'
import { type Translate, useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { words } from './words.ts'

interface ReceiptLifeProps {
  invoiceId: number
  preview: OutputOf<'receipt.preview'> | undefined
}

/** The receipt's state, as a line above its paper. The authority's answer updates it. */
export function ReceiptLife({ invoiceId, preview }: ReceiptLifeProps) {
  const t = useWords(words)
  const { data: invoice } = useCall('invoice.get', { id: invoiceId })
  if (!preview || !invoice) return <p className="receipt-life">{t('loading')}</p>
  const [tone, text] = lifeOf(preview, invoice, t)
  return (
    <p className="receipt-life" data-tone={tone} role="status">
      <span className="receipt-life-sign" aria-hidden="true">
        {signs[tone]}
      </span>{' '}
      {text}
    </p>
  )
}

function lifeOf(
  { life, copyNumber }: OutputOf<'receipt.preview'>,
  { state }: OutputOf<'invoice.get'>,
  t: Translate<typeof english>,
): [Tone, string] {
  if (life === 'training') return ['off', t('life.training')]
  if (state === 'refused') return ['bad', t('life.refused')]
  if (state === 'withdrawn') return ['off', t('life.withdrawn')]
  if (state === 'unknown') return ['unknown', t('life.unknown')]
  if (life === 'awaiting') return ['wait', t('life.awaiting')]
  if (life === 'unsigned') return ['bad', t('life.unsigned')]
  if (life === 'original') return ['ok', t('life.original')]
  return ['ok', t('life.copy', { number: copyNumber ?? 1 })]
}
