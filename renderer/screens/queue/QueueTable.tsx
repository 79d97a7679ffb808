import type { ReactNode } from 'react'
import type { QueueRow } from '../../../core/contract/queue.ts'
import { money } from '../../components/Amount.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { useNow } from '../../window/useNow.ts'
import { arrange, documentName, refusalSmall, rowReason } from './explain.ts'
import { QueueAction } from './QueueAction.tsx'
import { QueueState } from './QueueState.tsx'
import { words } from './words.ts'

interface QueueTableProps {
  rows: readonly QueueRow[]
  total: number | undefined
  loading: boolean
  failed?: boolean
  empty: ReactNode
  onOpen: (row: QueueRow) => void
  onEnd: () => void
}

/** Documents, each under the one that it waits for. */
export function QueueTable({ rows, total, ...table }: QueueTableProps) {
  const t = useWords(words)
  const now = useNow(15_000)
  const narrow = useNarrow()
  const arranged = arrange(rows)
  const children = new Set(arranged.filter(({ child }) => child).map(({ row }) => row.id))

  const document: Column<QueueRow> = {
    id: 'document',
    header: t('columns.document'),
    width: narrow ? '164px' : '172px',
    cell: (row) => (
      <>
        <b className="queue-name">{documentName(row, t)}</b>
        <small className="queue-line">
          {formatMoment(row.createdAt, now)} · {row.by}
        </small>
        {narrow && row.amount !== null && <span className="queue-amount">{money(row.amount)}</span>}
      </>
    ),
  }
  const reason = (row: QueueRow) => {
    const small = refusalSmall(row, t, now)
    return (
      <>
        <span className="queue-reason">{rowReason(row, t, now)}</span>
        {small && <small className="queue-line">{small}</small>}
      </>
    )
  }
  const action: Column<QueueRow> = {
    id: 'action',
    header: '',
    width: '150px',
    align: 'right',
    cell: (row) => <QueueAction row={row} onOpen={table.onOpen} />,
  }
  const stateAndReason: Column<QueueRow> = {
    id: 'why',
    header: t('columns.why'),
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <>
        <QueueState row={row} />
        {reason(row)}
      </>
    ),
  }
  const columns: Column<QueueRow>[] = narrow
    ? [document, stateAndReason, action]
    : [
        document,
        {
          id: 'amount',
          header: t('columns.amount'),
          width: '110px',
          align: 'right',
          cell: ({ amount }) => amount !== null && <b>{money(amount)}</b>,
        },
        {
          id: 'state',
          header: t('columns.state'),
          width: '212px',
          cell: (row) => <QueueState row={row} />,
        },
        { id: 'why', header: t('columns.why'), width: 'minmax(0, 1fr)', cell: reason },
        action,
      ]

  return (
    <VirtualTable
      label={t('all.title')}
      columns={columns}
      rows={arranged.map(({ row }) => row)}
      rowKey={({ id }) => id}
      rowKind={({ id }) => (children.has(id) ? 'child' : 'normal')}
      rowHeight={narrow ? 92 : 72}
      {...table}
      {...(total === undefined ? {} : { total })}
    />
  )
}
