import { useState } from 'react'
import type { ListedCustomer } from '../../../core/contract/customer.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate, usePlace } from '../../window/navigation.ts'
import { CustomerDialog } from './CustomerDialog.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import { customerFields } from './exportFields.ts'
import { words } from './words.ts'
import './customers.css'

/** The shop's customers, found by name, phone or PIN, and what they owe. */
export function CustomersScreen() {
  const t = useWords(words)
  const { params } = usePlace()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<'all' | 'owing' | 'above'>('all')
  const [isAdding, setAdding] = useState(false)
  const wanted = useSettled(text.trim())
  const query = { text: wanted, owing: filter === 'owing', above: filter === 'above' }
  const list = useCallPages('customer.list', query)
  const rows = list.data?.flatMap(({ customers }) => customers) ?? []
  const selected = params['customer'] === undefined ? null : Number(params['customer'])
  const open = (id: number) => navigate('customers', { customer: String(id) })
  useKeys([{ key: 'F4', label: t('add'), run: () => setAdding(true) }])
  const columns: Column<ListedCustomer>[] = [
    {
      id: 'name',
      header: t('columns.name'),
      width: 'minmax(0, 1fr)',
      cell: ({ name, pin }) => (
        <>
          <b className="customers-name">{name}</b>
          {pin !== null && <small className="customers-pin">{pin}</small>}
        </>
      ),
    },
    { id: 'phone', header: t('columns.phone'), width: '132px', from: 460, cell: ({ phone }) => phone },
    {
      id: 'limit',
      header: t('columns.limit'),
      width: '120px',
      align: 'right',
      from: 620,
      cell: ({ creditLimit }) => (creditLimit === null ? t('noLimit') : money(creditLimit)),
    },
    {
      id: 'owed',
      header: t('columns.owed'),
      width: '120px',
      align: 'right',
      cell: ({ owed }) => (owed === 0 ? '' : <b>{money(owed)}</b>),
    },
  ]
  const addButton = (
    <Button variant="primary" icon="plus" keyCap="F4" onPress={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  const nobody =
    wanted !== '' ? (
      <Empty title={t('notFound', { text: wanted })} acts={addButton} />
    ) : filter !== 'all' ? (
      <Empty title={t(filter === 'owing' ? 'nobodyOwes' : 'nobodyAbove')} />
    ) : (
      <Empty title={t('empty')} acts={addButton}>
        {t('emptyText')}
      </Empty>
    )
  return (
    <Page
      title={t('title')}
      head={
        <SearchField
          className="customers-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
      }
      acts={
        <>
          <ExportButton
            list="customers"
            operation="customer.list"
            input={query}
            rowsOf={({ customers }) => customers}
            fields={customerFields()}
          />
          {addButton}
        </>
      }
    >
      <Pills
        label={t('filter.label')}
        value={filter}
        onChange={setFilter}
        pills={(['all', 'owing', 'above'] as const).map((id) => ({ id, label: t(`filter.${id}`) }))}
      />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <VirtualTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          selected={selected}
          {...pagesOf(list)}
          empty={nobody}
          onOpen={({ id }) => open(id)}
        />
        {selected !== null && (
          <CustomerPanel key={selected} id={selected} onClose={() => navigate('customers')} />
        )}
      </div>
      {isAdding && (
        <CustomerDialog customer={null} typed={wanted} onClose={() => setAdding(false)} onSaved={open} />
      )}
    </Page>
  )
}
