import type { ReactNode } from 'react'
import type { CustomsEntry } from '../../../../core/contract/customs.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import type { Column } from '../../../components/VirtualTable.tsx'
import { formatWireDay } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useCallPages } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { navigate } from '../../../window/navigation.ts'
import { FetchedList, useFilter } from '../FetchedList.tsx'
import { useFetching } from '../Fetching.tsx'
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
  const find = useFilter<Filter>('waiting')
  const list = useCallPages('customs.list', find.query)
  const fetching = useFetching('customs.fetch')
  return (
    <FetchedList
      {...list.data?.[0]}
      {...{ find, list, fetching }}
      page={{ title: ofPurchases('title'), head: tabs, acts: fetching.button }}
      words={{ search: t('search'), searchLabel: t('searchLabel'), filter: t('filter.label') }}
      filters={filters.map((id) => ({ id, label: t(`filter.${id}`) }))}
      exporting={
        <ExportButton
          list="customs"
          operation="customs.list"
          input={find.query}
          rowsOf={({ entries }) => entries}
          fields={entryFields()}
        />
      }
      table={{
        label: t('filter.label'),
        columns: useColumns(),
        rows: list.data?.flatMap(({ entries }) => entries) ?? [],
        rowKey: ({ id }) => id,
        empty: <NoEntries filter={find.filter} text={find.wanted} />,
        onOpen: ({ id }) => navigate('purchases', { entry: String(id) }),
      }}
    />
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
