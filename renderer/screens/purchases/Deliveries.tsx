import { type ReactNode, useState } from 'react'
import type { Delivery } from '../../../core/contract/delivery.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { EnterButton } from './EnterButton.tsx'
import { deliveryFields } from './exportFields.ts'
import { words } from './words.ts'

/** Goods that arrived, newest first; a row opens the delivery. */
export function Deliveries({ tabs }: { tabs: ReactNode }) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [which, setWhich] = useState<'all' | 'differing'>('all')
  const wanted = useSettled(text.trim())
  const query = { differing: which === 'differing', ...(wanted !== '' && { text: wanted }) }
  const list = useCallPages('delivery.list', query)
  const rows = list.data?.flatMap(({ deliveries }) => deliveries) ?? []
  const columns: Column<Delivery>[] = [
    { id: 'number', header: t('columns.delivery'), width: '84px', cell: ({ number }) => <b>{number}</b> },
    {
      id: 'supplier',
      header: t('columns.supplier'),
      width: 'minmax(0, 1fr)',
      cell: ({ supplierName, invoiceNumber }) => (
        <>
          <b className="purchases-line">{supplierName}</b>
          <small className="purchases-line">
            {invoiceNumber === null ? t('delivery.noInvoice') : t('invoice.title', { number: invoiceNumber })}
          </small>
        </>
      ),
    },
    {
      id: 'when',
      header: t('columns.when'),
      width: '170px',
      cell: ({ receivedAt, by }) => (
        <>
          {formatMoment(receivedAt)}
          <small className="purchases-line">{by}</small>
        </>
      ),
    },
    { id: 'lines', header: t('columns.lines'), width: '74px', align: 'right', cell: ({ lines }) => lines },
    {
      id: 'total',
      header: t('columns.total'),
      width: '120px',
      align: 'right',
      cell: ({ total }) => total !== null && <b>{money(total)}</b>,
    },
    {
      id: 'state',
      header: t('columns.state'),
      width: '170px',
      cell: ({ differences }) =>
        differences > 0 && <StateWord tone="wait">{t('differences', { count: differences })}</StateWord>,
    },
  ]
  return (
    <Page title={t('title')} head={tabs} acts={<EnterButton />}>
      <div className="purchases-filters">
        <SearchField
          className="purchases-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
        <Pills
          label={t('deliveries.label')}
          value={which}
          onChange={setWhich}
          pills={(['all', 'differing'] as const).map((id) => ({ id, label: t(`deliveries.${id}`) }))}
        />
        <ExportButton
          list="deliveries"
          operation="delivery.list"
          input={query}
          rowsOf={({ deliveries }) => deliveries}
          fields={deliveryFields()}
        />
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('tabs.deliveries')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={
          <Empty
            title={
              wanted === ''
                ? t(which === 'all' ? 'empty.deliveries' : 'empty.differing')
                : t('empty.found', { text: wanted })
            }
          />
        }
        onOpen={({ id }) => navigate('purchases', { delivery: String(id) })}
      />
    </Page>
  )
}
