import type { ReactNode } from 'react'
import type { InvoiceRow } from '../../../core/contract/sale.ts'
import { money } from '../../components/Amount.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { InvoiceState } from '../receipt/InvoiceState.tsx'
import { words } from './words.ts'

interface ReceiptsTableProps {
  rows: readonly InvoiceRow[]
  selected: number | null
  loading: boolean
  empty: ReactNode
  onOpen: (row: InvoiceRow) => void
  onEnd: () => void
}

export function ReceiptsTable(props: ReceiptsTableProps) {
  const t = useWords(words)
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
            {formatMoment(row.soldAt)} · {row.cashier}
          </small>
          {narrow && open && <InvoiceState state={row.state} />}
        </>
      ),
    },
  ]
  if (!open) {
    columns.push({
      id: 'buyer',
      header: t('columns.buyer'),
      width: 'minmax(0, 1.2fr)',
      cell: ({ buyerName, buyerPin }) =>
        buyerPin === null ? (
          <span className="receipts-soft">{t('walkIn')}</span>
        ) : (
          <>
            <span className="receipts-line">{buyerName ?? buyerPin}</span>
            {buyerName && <small className="receipts-line">{buyerPin}</small>}
          </>
        ),
    })
  }
  if (!(narrow && open)) {
    columns.push({
      id: 'state',
      header: t('columns.state'),
      width: 'minmax(0, 1.2fr)',
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
