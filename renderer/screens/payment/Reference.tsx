import type { OutputOf } from '../../../core/contract/index.ts'
import { type CodeRow, type PaymentMethod, paymentCode } from '../../../core/fiscal/codes.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { TextField } from '../../components/TextField.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import { useHere } from '../../shell/session.ts'
import { hasTouch } from '../sell/LetterPad.tsx'
import { type Entered, isHalfCode, takesReference, toReference } from './tendering.ts'
import { words } from './words.ts'

type Used = NonNullable<OutputOf<'sale.paidWith'>['receipt']>

/** The newest receipt in force that was paid with what stands in the field; null: none, or not known yet. */
export function useUsed({ method, reference }: Entered, table: readonly CodeRow[]): Used | null {
  const asks = takesReference(method) && reference.trim() !== '' && !isHalfCode({ method, reference })
  const input = { method: paymentCode(method, table), reference: reference.trim() }
  const { data } = useCall('sale.paidWith', input, { enabled: asks })
  return (asks && data?.receipt) || null
}

interface ReferenceProps {
  entered: Entered
  /** What has been paid with it already. */
  used: Used | null
  /** Enter was pressed on half an M-PESA code. */
  isFaulty: boolean
  disabled: boolean
  onChange: (change: Partial<Entered>) => void
  /** Letters are wanted instead of figures; only where there is a touch screen. */
  onWriting: (writing: boolean) => void
}

const known: ReadonlySet<PaymentMethod> = new Set<PaymentMethod>(['mobileMoney', 'card', 'cheque'])

/** The number that the other way to pay has of its own. It has the focus as soon as that way is chosen. */
export function Reference({ entered, used, isFaulty, disabled, onChange, onWriting }: ReferenceProps) {
  const t = useWords(words)
  const { method, reference } = entered
  const isCode = method === 'mobileMoney'
  const label = known.has(method) ? (method as 'mobileMoney' | 'card' | 'cheque') : 'other'
  return (
    <div className="pay-reference">
      <TextField
        label={t(`reference.${label}`)}
        hint={t(isCode ? 'reference.codeHint' : 'reference.hint')}
        error={isFaulty ? t('problem.codeInvalid') : undefined}
        value={reference}
        onChange={(typed) => onChange({ reference: toReference(method, typed), allowUsed: false })}
        {...(isCode ? {} : { maxLength: 40 })}
        disabled={disabled}
        autoFocus
        onFocus={() => onWriting(hasTouch())}
        onBlur={() => onWriting(false)}
      />
      {used && <UsedNote used={used} entered={entered} onAllow={() => onChange({ allowUsed: true })} />}
    </div>
  )
}

interface UsedNoteProps {
  used: Used
  entered: Entered
  onAllow: () => void
}

/** An M-PESA code pays one receipt unless a manager says otherwise; of a slip or cheque it is only said. */
function UsedNote({ used, entered, onAllow }: UsedNoteProps) {
  const t = useWords(words)
  const { may } = useHere()
  const { number, soldAt, total } = used
  const title = t('used.title', { number, time: formatMoment(soldAt), total: money(total) })
  if (entered.method !== 'mobileMoney') {
    return (
      <Note tone="wait" title={title}>
        {t('used.check')}
      </Note>
    )
  }
  if (entered.allowUsed) {
    return (
      <Note tone="wait" title={title}>
        {t('used.allowed')}
      </Note>
    )
  }
  return (
    <Note
      tone="bad"
      title={title}
      acts={may('manager') && <Button onPress={onAllow}>{t('used.allow')}</Button>}
    >
      {t(may('manager') ? 'used.askAnother' : 'used.manager')}
    </Note>
  )
}
