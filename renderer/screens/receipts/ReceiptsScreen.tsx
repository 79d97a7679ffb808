import { useState } from 'react'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { isShipped } from '../../../core/fiscal/shopTenders.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { useWords } from '../../i18n/index.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { playSound } from '../../input/sounds.ts'
import { pagesOf, useCall, useCaller, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useTenders } from '../sell/payment/useTenders.ts'
import { DayChoice } from './DayChoice.tsx'
import { ReceiptPanel } from './ReceiptPanel.tsx'
import { ReceiptsTable } from './ReceiptsTable.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { useReceiptFields } from './useReceiptFields.ts'
import { words } from './words.ts'
import './receipts.css'

type State = NonNullable<InputOf<'invoice.list'>['state']>
const states: readonly State[] = ['all', 'waiting', 'signed', 'refused']

/** Every sale and credit note, found by whatever is on the paper. */
export function ReceiptsScreen() {
  const t = useWords(words)
  const { list: tenders, nameOf } = useTenders()
  const { params } = usePlace()
  const call = useCaller()
  const [text, setText] = useState('')
  const [state, setState] = useState<State>('all')
  /** The id of a tender, or `all`. */
  const [way, setWay] = useState('all')
  const tender = tenders.find(({ id }) => id === way)
  const [day, setDay] = useState<number | null>(null)
  const [reporting, setReporting] = useState(false)
  const { may } = useHere()
  const wanted = useSettled(text.trim())
  const query = {
    state,
    ...(wanted === '' ? {} : { text: wanted }),
    ...(tender && { method: tender.method }),
    ...(tender && !isShipped(tender) && { tenderId: tender.id }),
    ...(day === null ? {} : { day: toWireDate(day) }),
  }
  const list = useCallPages('invoice.list', query)
  const fields = useReceiptFields()
  const isElsewhere = list.data?.[0]?.elsewhere === true
  const others = useCall('hub.receipts', { text: wanted }, { enabled: isElsewhere })
  const own = list.data?.flatMap((page) => page.invoices) ?? []
  const rows = isElsewhere ? (others.data?.invoices ?? []) : own
  const selected = params['invoice'] === undefined ? null : Number(params['invoice'])
  const open = (id: number) => navigate('receipts', { invoice: String(id) })

  /** A scanned QR or barcode of a receipt opens it; one that fits several lists them. */
  async function onScan(code: string) {
    const own = await call('invoice.list', { text: code, limit: 2 }).catch(() => null)
    const found = own?.elsewhere ? await call('hub.receipts', { text: code }).catch(() => null) : own
    const [only, another] = found?.invoices ?? []
    playSound(only ? 'yes' : 'no')
    if (only && !another) open(only.id)
    else {
      setDay(null)
      setState('all')
      setWay('all')
      setText(code)
    }
  }

  useScanner((code) => inBackground(onScan(code)))

  return (
    <Page
      title={t('title')}
      acts={
        may('manager') && (
          <>
            <ExportButton
              list="receipts"
              operation="invoice.list"
              input={query}
              rowsOf={({ invoices }) => invoices}
              fields={fields}
            />
            <Button icon="file" onPress={() => setReporting(true)}>
              {t('report.title')}
            </Button>
          </>
        )
      }
      head={
        <>
          <SearchField
            className="receipts-search"
            label={t('searchLabel')}
            placeholder={t('search')}
            keyCap="F2"
            value={text}
            onChange={setText}
          />
          <Select
            className="receipts-method"
            label={t('columns.payment')}
            labelHidden
            value={way}
            onChange={setWay}
            options={[
              { id: 'all', label: t('anyPayment') },
              ...tenders.map((each) => ({ id: each.id, label: nameOf(each) })),
            ]}
          />
        </>
      }
    >
      <div className="receipts-filters">
        <Pills
          label={t('filter.label')}
          value={state}
          onChange={setState}
          pills={states.map((id) => ({ id, label: t(`filter.${id}`) }))}
        />
        <DayChoice day={day} onChange={setDay} />
      </div>
      {reporting && <ReportDialog day={day} onClose={() => setReporting(false)} />}
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <ReceiptsTable
          rows={rows}
          selected={selected}
          {...pagesOf(list)}
          empty={
            <NoReceipts
              text={wanted}
              others={isElsewhere ? (others.data ?? null) : null}
              isFiltered={state !== 'all' || way !== 'all'}
              day={day}
            />
          }
          onOpen={({ id }) => open(id)}
        />
        {selected !== null && (
          <ReceiptPanel
            key={selected}
            id={selected}
            enterSignature={params['signature'] !== undefined}
            onClose={() => navigate('receipts')}
          />
        )}
      </div>
    </Page>
  )
}

interface NoReceiptsProps {
  text: string
  /** What the hub said of receipts of other tills; null: it was not asked, or has not answered yet. */
  others: OutputOf<'hub.receipts'> | null
  isFiltered: boolean
  day: number | null
}

function NoReceipts({ text, others, isFiltered, day }: NoReceiptsProps) {
  const t = useWords(words)
  const { madeAt = null, problem = null } = others ?? {}
  if (madeAt !== null)
    return (
      <Empty title={t('empty.madeAt', { till: madeAt })}>
        {t(`empty.${problem ?? 'notAtHub'}`, { till: madeAt })}
      </Empty>
    )
  if (problem !== null) return <Empty title={t(`empty.${problem}Title`)}>{t(`empty.${problem}Text`)}</Empty>
  if (text !== '') return <Empty title={t('empty.found', { text })}>{t('empty.foundText')}</Empty>
  if (isFiltered) return <Empty title={t('empty.filter')} />
  if (day !== null) return <Empty title={t('empty.day')}>{t('empty.dayText')}</Empty>
  return (
    <Empty
      title={t('empty.title')}
      acts={
        <Button variant="primary" onPress={() => navigate('sell')}>
          {t('empty.sell')}
        </Button>
      }
    >
      {t('empty.text')}
    </Empty>
  )
}
