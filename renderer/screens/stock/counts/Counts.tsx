import { useState } from 'react'
import type { CountHead } from '../../../../core/contract/count.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { StateWord } from '../../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { formatMoment } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useKeys } from '../../../input/keys.ts'
import { pagesOf, useCallPages } from '../../../queries/calls.ts'
import { ExportButton } from '../../../window/exporting/ExportButton.tsx'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../words.ts'
import { countFields } from './countFields.ts'
import { StartCount } from './StartCount.tsx'

/** Running and earlier counts; a row opens one. */
export function Counts() {
  const t = useWords(words)
  const { may } = useHere()
  const [starting, setStarting] = useState(false)
  const list = useCallPages('count.list', {})
  const rows = list.data?.flatMap((page) => page.counts) ?? []
  const start = () => setStarting(true)
  useKeys([{ key: 'F3', label: t('count.start'), run: start, enabled: may('manager') && !starting }])
  const startAct = may('manager') && (
    <Button variant="primary" size={48} icon="plus" keyCap="F3" onPress={start}>
      {t('count.start')}
    </Button>
  )
  return (
    <>
      <div className="stock-filters">
        <p>{t('count.about')}</p>
        {rows.length > 0 && (
          <ExportButton
            list="counts"
            operation="count.list"
            input={{}}
            rowsOf={({ counts }) => counts}
            fields={countFields()}
          />
        )}
        {rows.length > 0 && startAct}
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('tabs.counts')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={
          <Empty title={t('count.none')} acts={startAct}>
            {t('count.noneText')}
          </Empty>
        }
        onOpen={({ id }) => navigate('stock', { count: String(id) })}
      />
      {starting && <StartCount onClose={() => setStarting(false)} />}
    </>
  )
}

function useColumns(): Column<CountHead>[] {
  const t = useWords(words)
  const number: Column<CountHead> = {
    id: 'number',
    header: t('count.count'),
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <>
        <b className="stock-line">
          {t('count.number', { number: row.number })}
          {' · '}
          {row.category ?? t(`count.scope.${row.scope}`)}
        </b>
        <small className="stock-line">
          {formatMoment(row.startedAt)} · {row.by}
        </small>
      </>
    ),
  }
  const counted: Column<CountHead> = {
    id: 'counted',
    header: t('count.counted'),
    width: '130px',
    align: 'right',
    cell: (row) => row.counted,
  }
  const state: Column<CountHead> = {
    id: 'state',
    header: t('columns.state'),
    width: '190px',
    cell: ({ end }) =>
      end ? (
        <StateWord tone={end.act === 'booked' ? 'ok' : 'wait'}>{t(`count.${end.act}`)}</StateWord>
      ) : (
        <StateWord tone="wait">{t('count.running')}</StateWord>
      ),
  }
  return [number, counted, state]
}
