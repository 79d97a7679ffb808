import { useState } from 'react'
import type { Customer } from '../../../core/contract/customer.ts'
import { dayMs, startOfDay, toWireDate } from '../../../core/fiscal/dates.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { DayField } from '../../components/fields/DayField.tsx'
import { language, useWords } from '../../i18n/index.ts'
import { tillNow } from '../../i18n/tillTime.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { tellFailure } from '../../window/faults.ts'
import { ReceiptPaper } from '../receipt/ReceiptPaper.tsx'
import { usePaper } from '../receipt/usePaper.ts'
import { SaveKey } from './SaveKey.tsx'
import { words } from './words.ts'

/** A customer's statement as it prints; of the last 30 days at first. */
export function StatementDialog({
  customer,
  onClose,
}: {
  customer: Customer & { id: number }
  onClose: () => void
}) {
  const t = useWords(words)
  const today = startOfDay(tillNow())
  const [from, setFrom] = useState(today - 30 * dayMs)
  const [to, setTo] = useState(today)
  const wanted = {
    customerId: customer.id,
    from: toWireDate(from),
    to: toWireDate(Math.max(from, to)),
    language: language(),
  }
  const { data, error } = useCall('account.statement', wanted, { keepPrevious: true })
  const act = useAct('account.printStatement')
  const show = usePaper()
  const print = (target?: 'pdf' | 'csv') =>
    act.mutate({ ...wanted, ...(target && { target }) }, { onSuccess: show, onError: tellFailure })
  return (
    <Dialog
      title={t('period.title', { name: customer.name })}
      size="large"
      onClose={onClose}
      acts={
        <>
          {(['csv', 'pdf'] as const).map((target) => (
            <Button
              key={target}
              icon="file"
              size={48}
              disabled={!data}
              pending={act.isPending}
              onPress={() => print(target)}
            >
              {t(`period.${target}`)}
            </Button>
          ))}
          <Button
            variant="primary"
            icon="print"
            size={48}
            keyCap="F9"
            disabled={!data}
            pending={act.isPending}
            onPress={() => print()}
          >
            {t('period.print')}
          </Button>
        </>
      }
    >
      <SaveKey label={t('period.print')} run={() => print()} />
      <div className="customers-period">
        <DayField label={t('period.from')} value={from} onChange={setFrom} max={today} />
        <DayField label={t('period.to')} value={Math.max(from, to)} onChange={setTo} min={from} max={today} />
      </div>
      <FailureNote error={error} />
      {data && <ReceiptPaper html={data.html} label={t('period.title', { name: customer.name })} />}
    </Dialog>
  )
}
