import type { ReactNode } from 'react'
import type { SupplierInvoiceShown } from '../../../core/contract/delivery.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import { money } from '../../components/Amount.tsx'
import { Empty } from '../../components/Empty.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import type { Column } from '../../components/VirtualTable.tsx'
import { formatWireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { EnterButton } from './EnterButton.tsx'
import { invoiceFields } from './exportFields.ts'
import { FetchedList, useFilter } from './FetchedList.tsx'
import { useFetching } from './Fetching.tsx'
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
  const find = useFilter<Filter>('open')
  const list = useCallPages('delivery.invoices', find.query)
  const fetching = useFetching('delivery.fetch')
  const acts = (
    <>
      {fetching.button}
      <EnterButton />
    </>
  )
  return (
    <FetchedList
      {...list.data?.[0]}
      {...{ find, list, fetching }}
      page={{ title: t('title'), head: tabs, acts }}
      words={{ search: t('search'), searchLabel: t('searchLabel'), filter: t('filter.label') }}
      filters={filters.map((id) => ({ id, label: t(`filter.${id}`) }))}
      exporting={
        <ExportButton
          list="supplierInvoices"
          operation="delivery.invoices"
          input={find.query}
          rowsOf={({ invoices }) => invoices}
          fields={invoiceFields()}
        />
      }
      table={{
        label: t('tabs.invoices'),
        columns: useColumns(),
        rows: list.data?.flatMap(({ invoices }) => invoices) ?? [],
        rowKey: ({ id }) => id,
        empty: <NoInvoices filter={find.filter} text={find.wanted} />,
        onOpen: ({ id }) => navigate('purchases', { invoice: String(id) }),
      }}
    />
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
