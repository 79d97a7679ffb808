import type { Item, ItemChange } from '../../../core/contract/item.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Retry } from '../../components/Retry.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { historyFields, whatChanged } from './itemFields.ts'
import { words } from './words.ts'

interface PriceHistoryProps {
  item: Pick<Item, 'id' | 'name' | 'secondName' | 'quantityUnit'>
  onClose: () => void
}

/** What an item sold for and cost, newest first. A row of a delivery opens it. */
export function PriceHistory({ item, onClose }: PriceHistoryProps) {
  const t = useWords(words)
  const list = useCallPages('item.history', { id: item.id })
  const rows = list.data?.flatMap(({ changes }) => changes) ?? []
  const columns: Column<ItemChange>[] = [
    {
      id: 'when',
      header: t('costs.when'),
      width: '150px',
      cell: ({ at }) => formatMoment(at),
    },
    {
      id: 'who',
      header: t('costs.who'),
      width: 'minmax(0, 1fr)',
      cell: (row) => (
        <>
          <b className="items-history-line">{whatChanged(row)}</b>
          <small className="items-history-line">{row.by}</small>
        </>
      ),
    },
    {
      id: 'price',
      header: t('costs.price'),
      width: '150px',
      align: 'right',
      cell: ({ price }) =>
        price && (
          <>
            <b className="items-history-line">{money(price[1])}</b>
            <small className="items-history-line">{t('costs.before', { price: money(price[0]) })}</small>
          </>
        ),
    },
    {
      id: 'cost',
      header: t('costs.cost'),
      width: '130px',
      align: 'right',
      cell: ({ cost }) =>
        cost && (
          <>
            <b className="items-history-line">{money(cost.unit)}</b>
            <small className="items-history-line">
              {quantity(cost.received)} {unitSign(item.quantityUnit)}
            </small>
          </>
        ),
    },
  ]
  return (
    <Dialog
      size="large"
      title={t('costs.history', { name: itemName(item) })}
      onClose={onClose}
      acts={
        <ExportButton
          size={48}
          list="itemHistory"
          operation="item.history"
          input={{ id: item.id }}
          rowsOf={({ changes }) => changes}
          fields={historyFields()}
        />
      }
    >
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="items-history">
        <VirtualTable
          label={t('costs.open')}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.at} ${row.cost?.deliveryId ?? ''} ${rows.indexOf(row)}`}
          {...pagesOf(list)}
          empty={<Empty title={t('costs.none')}>{t('costs.noneText')}</Empty>}
          onOpen={({ cost }) => {
            if (cost) navigate('purchases', { delivery: String(cost.deliveryId) })
          }}
        />
      </div>
    </Dialog>
  )
}
