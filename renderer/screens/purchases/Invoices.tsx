import { type ReactNode, useState } from 'react'
import type { SupplierInvoiceShown } from '../../../core/contract/delivery.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatWireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { EnterButton } from './EnterButton.tsx'
import { invoiceFields } from './exportFields.ts'
import { FetchedAt, FetchProblem, useFetching } from './Fetching.tsx'
import { words } from './words.ts'

type Filter = NonNullable<InputOf<'delivery.invoices'>['filter']>
const filters: readonly Filter[] = ['open', 'delivered', 'refused', 'creditNote', 'all']
const tones: Record<SupplierInvoiceShown['state'], Tone> = {
  open: 'wait',
  delivered: 'ok',
  refused: 'off',
  creditNote: 'off',
}

/** Suppliers' invoices; a row opens one. */
export function Invoices({ tabs }: { tabs: ReactNode }) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('open')
  const wanted = useSettled(text.trim())
  const query = { filter, ...(wanted !== '' && { text: wanted }) }
  const list = useCallPages('delivery.invoices', query)
  const fetching = useFetching('delivery.fetch')
  const rows = list.data?.flatMap(({ invoices }) => invoices) ?? []
  const { fetchedAt = null, problem = null } = list.data?.[0] ?? {}
  return (
    <Page
      title={t('title')}
      head={tabs}
      acts={
        <>
          {fetching.button}
          <EnterButton />
        </>
      }
    >
      <div className="purchases-filters">
        <SearchField
          className="purchases-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
        <FetchedAt fetchedAt={fetchedAt} />
        <ExportButton
          list="supplierInvoices"
          operation="delivery.invoices"
          input={query}
          rowsOf={({ invoices }) => invoices}
          fields={invoiceFields()}
        />
      </div>
      <Pills
        label={t('filter.label')}
        value={filter}
        onChange={setFilter}
        pills={filters.map((id) => ({ id, label: t(`filter.${id}`) }))}
      />
      <FetchProblem fetchedAt={fetchedAt} problem={problem} />
      <FailureNote error={fetching.error} />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('tabs.invoices')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        loading={list.isPending}
        empty={list.error ? null : <NoInvoices filter={filter} text={wanted} />}
        onOpen={({ id }) => navigate('purchases', { invoice: String(id) })}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetching) inBackground(list.fetchNextPage())
        }}
      />
    </Page>
  )
}

function useColumns(): Column<SupplierInvoiceShown>[] {
  const t = useWords(words)
  return [
    {
      id: 'supplier',
      header: t('columns.supplier'),
      width: 'minmax(0, 1fr)',
      cell: ({ supplierName, supplierPin }) => (
        <>
          <b className="purchases-line">{supplierName}</b>
          <small className="purchases-line">{supplierPin}</small>
        </>
      ),
    },
    { id: 'number', header: t('columns.number'), width: '110px', cell: ({ number }) => number },
    {
      id: 'day',
      header: t('columns.day'),
      width: '120px',
      cell: ({ soldOn }) => formatWireDay(soldOn),
    },
    {
      id: 'lines',
      header: t('columns.lines'),
      width: '74px',
      align: 'right',
      // The name of the supplier matters more on a small screen.
      from: 1000,
      cell: ({ lines }) => lines,
    },
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
      width: '210px',
      cell: ({ state, confirmation }) => (
        <>
          <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>
          {confirmation !== 'open' && (
            <small className="purchases-line">{t(`confirmation.${confirmation}`)}</small>
          )}
        </>
      ),
    },
  ]
}

function NoInvoices({ filter, text }: { filter: Filter; text: string }) {
  const t = useWords(words)
  if (text !== '') return <Empty title={t('empty.found', { text })} />
  return filter === 'open' || filter === 'all' ? (
    <Empty title={t('empty.open')}>{t('empty.openText')}</Empty>
  ) : (
    <Empty title={t('empty.none')} />
  )
}
