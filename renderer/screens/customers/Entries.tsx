import type { AccountEntry } from '../../../core/contract/account.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { language, useWords } from '../../i18n/index.ts'
import { useAct, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { tellFailure } from '../../window/faults.ts'
import { navigate } from '../../window/navigation.ts'
import { usePaper } from '../receipt/usePaper.ts'
import { useTenderName } from '../sell/payment/useTenders.ts'
import { entryFields } from './exportFields.ts'
import { words } from './words.ts'

/** What happened on an account, newest first. A document opens in Receipts; a payment prints its acknowledgement. */
export function Entries({ customerId, name }: { customerId: number; name: string }) {
  const t = useWords(words)
  const nameOf = useTenderName()
  const list = useCallPages('account.entries', { customerId, limit: 20 })
  const entries = list.data?.flatMap((page) => page.entries) ?? []
  return (
    <section aria-label={t('entries')}>
      <h3 className="customers-heading">{t('entries')}</h3>
      <ExportButton
        list="account"
        operation="account.entries"
        input={{ customerId }}
        rowsOf={({ entries }) => entries}
        fields={entryFields(name, ({ method, tender }) =>
          method === null ? null : nameOf({ method, tender }),
        )}
      />
      <FailureNote error={list.error} />
      {list.data && entries.length === 0 && <p>{t('noEntries')}</p>}
      <ul className="customers-entries">
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button pending={list.isFetching} onPress={() => inBackground(list.fetchNextPage())}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}

function Entry({ entry: { kind, id, number, at, total, change } }: { entry: AccountEntry }) {
  const t = useWords(words)
  const act = useAct('account.printPayment')
  const show = usePaper()
  const isDocument = kind === 'sale' || kind === 'creditNote'
  const print = () => act.mutate({ id, language: language() }, { onSuccess: show, onError: tellFailure })
  return (
    <>
      <span>
        <b>
          {t(`kind.${kind}`)} {number}
        </b>
        <small>{formatMoment(at)}</small>
      </span>
      <span className="numbers customers-change">
        <b>{money(change === 0 ? total : change)}</b>
        {change === 0 && <small>{t('paidAtOnce')}</small>}
      </span>
      {isDocument ? (
        <IconButton
          icon="right"
          label={`${t(`kind.${kind}`)} ${number}`}
          onPress={() => navigate('receipts', { invoice: String(id) })}
        />
      ) : (
        <IconButton
          icon="print"
          label={`${t('printSlip')} ${number}`}
          disabled={act.isPending}
          onPress={print}
        />
      )}
    </>
  )
}
