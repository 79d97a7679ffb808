import { money } from '../../../components/Amount.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import type { Buyer } from '../sale/cart.ts'
import { words } from './words.ts'

interface OwingProps {
  buyer: Buyer | undefined
  /** Cents of this sale that will be owed. */
  credit: number
}

/** The customer of a sale on credit, and what the sale does to the limit. A debt without a customer is not accepted. */
export function Owing({ buyer, credit }: OwingProps) {
  const t = useWords(words)
  const { may } = useHere()
  const customerId = buyer?.customerId
  const { data, error } = useCall(
    'account.get',
    { customerId: customerId ?? 1 },
    { enabled: customerId !== undefined },
  )
  if (customerId === undefined) {
    return (
      <div className="pay-owing">
        <Note tone="wait" title={t('owing.nobody')}>
          {t('owing.text')}
        </Note>
      </div>
    )
  }
  const limit = data?.customer.creditLimit ?? null
  const owed = data ? data.owed + data.elsewhere : 0
  const above = limit === null ? 0 : owed + credit - limit
  const figures = t('owing.figures', {
    owed: money(owed),
    after: money(owed + credit),
    limit: money(limit ?? 0),
  })
  return (
    <div className="pay-owing">
      <FailureNote error={error} />
      {data && limit === null && (
        <Note tone="wait" title={t('owing.noLimit', { name: data.customer.name })}>
          {t('owing.noLimitText')}
        </Note>
      )}
      {data && limit !== null && (
        <Note
          tone={above > 0 ? 'wait' : 'ok'}
          title={t(above > 0 ? 'owing.above' : 'owing.by', {
            name: data.customer.name,
            above: money(above),
          })}
        >
          <span className="numbers">{figures}</span>
          {above > 0 && <> {t(may('manager') ? 'owing.youMay' : 'owing.managerMay')}</>}
        </Note>
      )}
    </div>
  )
}
