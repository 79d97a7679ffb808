import { useState } from 'react'
import type { Order } from '../../../../core/contract/order.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { StateWord, type Tone } from '../../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { pagesOf, useCallPages } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { navigate } from '../../../window/navigation.ts'
import { orderFields } from './exportFields.ts'
import { words } from './words.ts'

const tones: Record<Order['state'], Tone> = {
  open: 'wait',
  arrived: 'wait',
  received: 'ok',
  cancelled: 'off',
}

/** Orders, newest first; a row opens one. */
export function Orders() {
  const t = useWords(words)
  const [filter, setFilter] = useState<'open' | 'all'>('open')
  const list = useCallPages('order.list', { filter })
  const rows = list.data?.flatMap(({ orders }) => orders) ?? []
  const back = () => navigate('stock', { order: 'new' })
  useKeys([{ key: 'Esc', run: back }])
  const columns: Column<Order>[] = [
    { id: 'number', header: t('columns.order'), width: '84px', cell: ({ number }) => <b>{number}</b> },
    {
      id: 'supplier',
      header: t('columns.supplier'),
      width: 'minmax(0, 1fr)',
      cell: ({ supplier }) => (
        <>
          <b className="stock-line">{supplier.name}</b>
          <small className="stock-line">{supplier.pin}</small>
        </>
      ),
    },
    {
      id: 'when',
      header: t('columns.when'),
      width: '170px',
      cell: ({ orderedAt, by }) => (
        <>
          {formatMoment(orderedAt)}
          <small className="stock-line">{by}</small>
        </>
      ),
    },
    { id: 'lines', header: t('columns.lines'), width: '80px', align: 'right', cell: ({ lines }) => lines },
    { id: 'state', header: t('columns.state'), width: '210px', cell: (row) => <OrderState order={row} /> },
  ]
  return (
    <>
      <div className="stock-filters">
        <Button icon="back" keyCap="Esc" onPress={back}>
          {t('back')}
        </Button>
        <Pills
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          pills={(['open', 'all'] as const).map((id) => ({ id, label: t(`filter.${id}`) }))}
        />
        <ExportButton
          list="orders"
          operation="order.list"
          input={{ filter }}
          rowsOf={({ orders }) => orders}
          fields={orderFields()}
        />
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('filter.label')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={<Empty title={t(`empty.${filter}`)}>{t('empty.text')}</Empty>}
        onOpen={({ id }) => navigate('stock', { order: String(id) })}
      />
    </>
  )
}

export function OrderState({ order: { state, delivery } }: { order: Order }) {
  const t = useWords(words)
  return <StateWord tone={tones[state]}>{t(`state.${state}`, { number: delivery?.number ?? '' })}</StateWord>
}
