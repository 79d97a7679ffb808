import { type ReactNode, useState } from 'react'
import type { CustomsEntry } from '../../../../core/contract/customs.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { inBackground } from '../../../bridge/background.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { SearchField } from '../../../components/fields/SearchField.tsx'
import { Page } from '../../../components/Page.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { formatWireDay } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCallPages } from '../../../queries/calls.ts'
import { useSettled } from '../../../queries/useSettled.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { navigate } from '../../../window/navigation.ts'
import { FetchedAt, FetchProblem, useFetching } from '../Fetching.tsx'
import { words as purchases } from '../words.ts'
import { entryFields } from './exportFields.ts'
import { tones } from './tones.ts'
import { words } from './words.ts'

type Filter = NonNullable<InputOf<'customs.list'>['filter']>
const filters: readonly Filter[] = ['waiting', 'approved', 'rejected', 'elsewhere', 'all']

/** Goods that customs reported to the authority; a row opens one entry. */
export function Customs({ tabs }: { tabs: ReactNode }) {
  const t = useWords(words)
  const ofPurchases = useWords(purchases)
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('waiting')
  const wanted = useSettled(text.trim())
  const query = { filter, ...(wanted !== '' && { text: wanted }) }
  const list = useCallPages('customs.list', query)
  const fetching = useFetching('customs.fetch')
  const rows = list.data?.flatMap(({ entries }) => entries) ?? []
  const { fetchedAt = null, problem = null } = list.data?.[0] ?? {}
  return (
    <Page title={ofPurchases('title')} head={tabs} acts={fetching.button}>
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
          list="customs"
          operation="customs.list"
          input={query}
          rowsOf={({ entries }) => entries}
          fields={entryFields()}
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
        label={t('filter.label')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        loading={list.isPending}
        empty={list.error ? null : <NoEntries filter={filter} text={wanted} />}
        onOpen={({ id }) => navigate('purchases', { entry: String(id) })}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetching) inBackground(list.fetchNextPage())
        }}
      />
    </Page>
  )
}

function useColumns(): Column<CustomsEntry>[] {
  const t = useWords(words)
  return [
    {
      id: 'goods',
      header: t('columns.goods'),
      width: 'minmax(0, 1fr)',
      cell: ({ itemName, supplierName }) => (
        <>
          <b className="purchases-line">{itemName}</b>
          <small className="purchases-line">{supplierName}</small>
        </>
      ),
    },
    {
      id: 'declaration',
      header: t('columns.declaration'),
      width: '160px',
      cell: ({ declaration, declaredOn }) => (
        <>
          <span className="purchases-line">{declaration}</span>
          {declaredOn !== null && <small className="purchases-line">{formatWireDay(declaredOn)}</small>}
        </>
      ),
    },
    {
      id: 'quantity',
      header: t('columns.quantity'),
      width: '110px',
      align: 'right',
      cell: (entry) => `${quantity(entry.quantity)} ${unitSign(entry.quantityUnit)}`,
    },
    {
      id: 'cost',
      header: t('columns.cost'),
      width: '130px',
      align: 'right',
      cell: ({ cost }) => cost !== null && <b>{money(cost)}</b>,
    },
    {
      id: 'state',
      header: t('columns.state'),
      width: '200px',
      cell: ({ state, told }) => (
        <>
          <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>
          {told !== null && state !== 'waiting' && (
            <small className="purchases-line">{t(`told.${told}`)}</small>
          )}
        </>
      ),
    },
  ]
}

function NoEntries({ filter, text }: { filter: Filter; text: string }) {
  const t = useWords(words)
  if (text !== '') return <Empty title={t('empty.found', { text })} />
  return filter === 'waiting' || filter === 'all' ? (
    <Empty title={t('empty.waiting')}>{t('empty.waitingText')}</Empty>
  ) : (
    <Empty title={t('empty.none')} />
  )
}
