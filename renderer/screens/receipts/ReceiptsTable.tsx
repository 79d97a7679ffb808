import type { ReactNode } from 'react'
import type { InvoiceRow } from '../../../core/contract/invoice.ts'
import { money } from '../../components/Amount.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { InvoiceState } from '../receipt/InvoiceState.tsx'
import { useTenderName } from '../sell/payment/useTenders.ts'
import { words } from './words.ts'

interface ReceiptsTableProps {
  rows: readonly InvoiceRow[]
  selected: number | null
  loading: boolean
  failed?: boolean
  empty: ReactNode
  onOpen: (row: InvoiceRow) => void
  onEnd: () => void
}

export function ReceiptsTable(props: ReceiptsTableProps) {
  const t = useWords(words)
  const nameOf = useTenderName()
  const narrow = useNarrow()
  const open = props.selected !== null
  const columns: Column<InvoiceRow>[] = [
    {
      id: 'receipt',
      header: t('columns.receipt'),
      width: narrow && open ? 'minmax(0, 1fr)' : 'minmax(180px, 1fr)',
      cell: (row) => (
        <>
          <b className="receipts-line">{t(row.kind, { number: row.number })}</b>
          <small className="receipts-line">
            {[formatMoment(row.soldAt), row.cashier, row.till !== null && t('atTill', { till: row.till })]
              .filter(Boolean)
              .join(' · ')}
          </small>
          {narrow && open && <InvoiceState state={row.state} />}
        </>
      ),
    },
  ]
  if (!(narrow && open)) {
    columns.push({
      id: 'goods',
      header: t('columns.goods'),
      width: 'minmax(0, 1.7fr)',
      cell: ({ goods, lines, buyerName, buyerPin }) => (
        <>
          <span className="receipts-line">{goods.map(itemName).join(', ')}</span>
          <small className="receipts-line">
            {[lines > goods.length && t('moreGoods', { count: lines - goods.length }), buyerName, buyerPin]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </>
      ),
    })
  }
  if (!open) {
    columns.push({
      id: 'payment',
      header: t('columns.payment'),
      width: 'minmax(0, 0.8fr)',
      cell: ({ methods }) => <span className="receipts-payment">{methods.map(nameOf).join(' + ')}</span>,
    })
  }
  if (!(narrow && open)) {
    columns.push({
      id: 'state',
      header: t('columns.state'),
      width: 'minmax(0, 1.1fr)',
      cell: (row) => (
        <>
          <InvoiceState state={row.state} />
          <small className="receipts-line">{row.controlUnitNumber}</small>
        </>
      ),
    })
  }
  columns.push({
    id: 'amount',
    header: t('columns.amount'),
    width: '116px',
    align: 'right',
    cell: (row) => (
      <>
        <b>{money(row.total)}</b>
        {row.creditedBy && <small>{t(row.credited < row.total ? 'creditedPart' : 'credited')}</small>}
      </>
    ),
  })
  return (
    <VirtualTable
      label={t('title')}
      columns={columns}
      rowKey={({ id }) => id}
      rowHeight={narrow && open ? 76 : 60}
      {...props}
    />
  )
}
