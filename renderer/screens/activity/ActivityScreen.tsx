import { useState } from 'react'
import type { Activity, AuditEntry } from '../../../core/contract/report.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate, usePlace } from '../../window/navigation.ts'
import { whatText, whoText } from './activityText.ts'
import { Integrity } from './Integrity.tsx'
import { words } from './words.ts'
import './activity.css'

const filters: readonly (Activity | 'all')[] = [
  ...(['all', 'void', 'discount', 'price', 'refund'] as const),
  ...(['cash', 'account', 'approval', 'stock', 'unofficial', 'signIn', 'settings'] as const),
]

/** Who did what, when, and for how much: acts of this shop and of this computer, newest first. */
export function ActivityScreen() {
  const t = useWords(words)
  const { params } = usePlace()
  const about = filters.find((name) => name === params['about']) ?? 'all'
  /** An act of no receipt, in full: a row shows two lines of it. */
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const query = about === 'all' ? {} : { about }
  const list = useCallPages('audit.list', query)
  const columns: Column<AuditEntry>[] = [
    { id: 'at', header: t('at'), width: '132px', cell: ({ at }) => formatMoment(at) },
    { id: 'who', header: t('who'), width: 'minmax(96px, 180px)', cell: whoText },
    {
      id: 'what',
      header: t('what'),
      width: 'minmax(0, 1fr)',
      cell: (entry) => <span className="activity-what">{whatText(entry)}</span>,
    },
    {
      id: 'amount',
      header: t('amount'),
      width: '116px',
      align: 'right',
      cell: ({ amount }) => amount !== null && <b>{money(amount)}</b>,
    },
  ]
  return (
    <Page
      title={t('title')}
      head={<Integrity />}
      acts={
        <ExportButton
          list="activity"
          operation="audit.list"
          input={query}
          rowsOf={({ entries }) => entries}
          fields={[
            { kind: 'moment', header: t('at'), value: ({ at }) => at },
            { kind: 'text', header: t('who'), value: whoText },
            { kind: 'text', header: t('what'), value: whatText },
            { kind: 'amount', header: t('amount'), value: ({ amount }) => amount },
          ]}
        />
      }
    >
      <Pills
        label={t('filter.label')}
        value={about}
        onChange={(name) => navigate('activity', name === 'all' ? {} : { about: name })}
        pills={filters.map((id) => ({ id, label: t(`filter.${id}`) }))}
      />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('title')}
        columns={columns}
        rows={list.data?.flatMap(({ entries }) => entries) ?? []}
        rowKey={({ trail, seq }) => `${trail} ${seq}`}
        {...pagesOf(list)}
        empty={<Empty title={t('empty')} />}
        onOpen={(entry) => {
          if (entry.invoiceId === null) setShown(entry)
          else navigate('receipts', { invoice: String(entry.invoiceId) })
        }}
      />
      {shown && (
        <Dialog title={`${formatMoment(shown.at)} · ${whoText(shown)}`} onClose={() => setShown(null)}>
          <p className="activity-whole-text">{whatText(shown)}</p>
          {shown.amount !== null && <Facts facts={[[t('amount'), money(shown.amount)]]} />}
        </Dialog>
      )}
    </Page>
  )
}
