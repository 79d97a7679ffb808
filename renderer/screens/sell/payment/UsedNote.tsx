import type { OutputOf } from '../../../../core/contract/index.ts'
import { type CodeRow, paymentCode } from '../../../../core/fiscal/codes.ts'
import { isMpesa } from '../../../../core/fiscal/shopTenders.ts'
import { money } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useRight } from '../../../window/useRight.ts'
import { type Entered, isHalfCode } from '../sale/tendering.ts'
import { words } from './words.ts'

type Used = NonNullable<OutputOf<'sale.paidWith'>['receipt']>

/** The newest receipt in force that was paid with what stands in the field; null: none, or not known yet. */
export function useUsed(entered: Entered, table: readonly CodeRow[]): Used | null {
  const { method, tenderId } = entered
  const reference = entered.reference.trim()
  const asks = reference !== '' && !isHalfCode(entered)
  const input = {
    method: paymentCode(method, table),
    ...(tenderId !== undefined && { tenderId }),
    reference,
  }
  const { data } = useCall('sale.paidWith', input, { enabled: asks })
  return (asks && data?.receipt) || null
}

interface UsedNoteProps {
  used: Used
  entered: Entered
  onAllow: () => void
}

/** An M-PESA code pays one receipt unless somebody with the right says otherwise; of a slip or cheque it is only said. */
export function UsedNote({ used, entered, onAllow }: UsedNoteProps) {
  const t = useWords(words)
  const right = useRight()('usedCode')
  const { number, soldAt, total } = used
  const title = t('used.title', { number, time: formatMoment(soldAt), total: money(total) })
  if (!isMpesa(entered.method, entered.tenderId)) {
    return (
      <Note tone="wait" title={title}>
        {t('used.check')}
      </Note>
    )
  }
  if (entered.allowUsed) {
    return (
      <Note tone="wait" title={title}>
        {t(right === 'approval' ? 'used.approval' : 'used.allowed')}
      </Note>
    )
  }
  return (
    <Note
      tone="bad"
      title={title}
      acts={right !== 'no' && <Button onPress={onAllow}>{t('used.allow')}</Button>}
    >
      {t(right === 'no' ? 'used.notYou' : 'used.askAnother')}
    </Note>
  )
}
