import type { ReactNode } from 'react'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord, type Tone } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useKeys } from '../../input/keys.ts'
import { pagesOf, useCall, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { documentText, type Movement, movementFields, stateWords, typeText } from './exportFields.ts'
import { ItemStock } from './ItemStock.tsx'
import { words } from './words.ts'

const tones: Record<Movement['state'], Tone> = { waiting: 'wait', accepted: 'ok', refused: 'bad' }

interface MovementsProps {
  /** null: of all items. */
  itemId: number | null
  panel: ReactNode
}

/** Every sale, delivery and count, newest first. */
export function Movements({ itemId, panel }: MovementsProps) {
  const t = useWords(words)
  const query = itemId === null ? {} : { itemId }
  const list = useCallPages('stock.movements', query)
  const rows = list.data?.flatMap((page) => page.movements) ?? []
  const { data: known } = useCall('item.get', { id: itemId ?? 1 }, { enabled: itemId !== null })
  const all = () => navigate('stock', { movements: 'all' })
  useKeys([{ key: 'Esc', run: () => navigate('stock'), enabled: !panel }])
  return (
    <>
      <div className="stock-filters">
        <h2 className="stock-title">
          {itemId === null
            ? t('allMovements')
            : t('movementsOf', { name: known ? itemName(known.item) : '' })}
        </h2>
        {itemId !== null && <Button onPress={all}>{t('allMovements')}</Button>}
        <ExportButton
          list="movements"
          operation="stock.movements"
          input={query}
          rowsOf={({ movements }) => movements}
          fields={movementFields()}
        />
      </div>
      {itemId !== null && !panel && <ItemStock itemId={itemId} />}
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <VirtualTable
          label={t('tabs.movements')}
          columns={useColumns(Boolean(panel))}
          rows={rows}
          rowKey={({ id }) => id}
          {...pagesOf(list)}
          empty={<Empty title={t('empty.movements')}>{t('empty.movementsText')}</Empty>}
        />
        {panel}
      </div>
    </>
  )
}

function open(document: Movement['document']): void {
  if (!document) return
  const { kind, id } = document
  if (kind === 'invoice') navigate('receipts', { invoice: String(id) })
  else if (kind === 'delivery') navigate('purchases', { delivery: String(id) })
  else navigate('transfers', { transfer: String(id) })
}

function useColumns(beside: boolean): Column<Movement>[] {
  const t = useWords(words)
  const narrow = useNarrow()
  const columns: Column<Movement>[] = [
    {
      id: 'name',
      header: t('columns.name'),
      width: 'minmax(0, 1.4fr)',
      cell: (row) => (
        <>
          <b className="stock-line">{row.itemName}</b>
          <small className="stock-line">
            {formatMoment(row.at)} · {row.by}
          </small>
        </>
      ),
    },
    {
      id: 'type',
      header: t('columns.type'),
      width: 'minmax(0, 1fr)',
      cell: (row) => (
        <>
          <span className="stock-lines-two">{typeText(row.type)}</span>
          {row.remark && <small className="stock-line">{row.remark}</small>}
        </>
      ),
    },
    {
      id: 'quantity',
      header: t('columns.quantity'),
      width: '104px',
      align: 'right',
      cell: (row) => (
        <b>
          {row.quantity > 0 ? '+' : ''}
          {quantity(row.quantity)} {unitSign(row.quantityUnit)}
        </b>
      ),
    },
  ]
  if (!(narrow && beside)) {
    columns.push({
      id: 'after',
      header: t('columns.after'),
      width: '84px',
      align: 'right',
      cell: (row) => quantity(row.onHandAfter),
    })
  }
  if (!beside) {
    columns.push({
      id: 'document',
      header: t('columns.document'),
      width: '136px',
      cell: (row) => row.document && <Button onPress={() => open(row.document)}>{documentText(row)}</Button>,
    })
    columns.push({
      id: 'state',
      header: t('columns.waiting'),
      width: '130px',
      cell: ({ state }) => <StateWord tone={tones[state]}>{t(`state.${stateWords[state]}`)}</StateWord>,
    })
  }
  return columns
}
