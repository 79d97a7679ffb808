import { useState } from 'react'
import type { Transfer } from '../../../core/contract/transfer.ts'
import { inBackground } from '../../bridge/background.ts'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { branchName } from './branchName.ts'
import { transferFields } from './exportFields.ts'
import { StockState } from './TransferPage.tsx'
import { words } from './words.ts'

/** What was sent, or what came; a row opens it. */
export function Transfers({ direction }: { direction: Transfer['direction'] }) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [which, setWhich] = useState<'all' | 'differing'>('all')
  const wanted = useSettled(text.trim())
  const query = {
    direction,
    differing: which === 'differing',
    ...(wanted !== '' && { text: wanted }),
  }
  const list = useCallPages('transfer.list', query)
  const rows = list.data?.flatMap(({ transfers }) => transfers) ?? []
  return (
    <>
      <div className="transfers-filters">
        <SearchField
          className="transfers-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
        {direction === 'in' && (
          <Pills
            label={t('which.label')}
            value={which}
            onChange={setWhich}
            pills={(['all', 'differing'] as const).map((id) => ({ id, label: t(`which.${id}`) }))}
          />
        )}
        <ExportButton
          list="transfers"
          operation="transfer.list"
          input={query}
          rowsOf={({ transfers }) => transfers}
          fields={transferFields(direction)}
        />
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t(`tabs.${direction}`)}
        columns={useColumns(direction)}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={
          <Empty
            title={
              wanted === ''
                ? t(which === 'all' ? `empty.${direction}` : 'empty.differing')
                : t('empty.found', { text: wanted })
            }
          />
        }
        onOpen={({ id }) => navigate('transfers', { transfer: String(id) })}
      />
    </>
  )
}

function useColumns(direction: Transfer['direction']): Column<Transfer>[] {
  const t = useWords(words)
  return [
    { id: 'number', header: t('columns.transfer'), width: '100px', cell: ({ number }) => <b>{number}</b> },
    {
      id: 'branch',
      header: t(direction === 'out' ? 'columns.to' : 'columns.from'),
      width: 'minmax(0, 1fr)',
      cell: ({ branch, remark }) => (
        <>
          <b className="transfers-line">{branchName(branch)}</b>
          {remark !== null && <small className="transfers-line">{remark}</small>}
        </>
      ),
    },
    {
      id: 'when',
      header: t('columns.when'),
      width: '170px',
      cell: ({ at, by }) => (
        <>
          {formatMoment(at)}
          <small className="transfers-line">{by}</small>
        </>
      ),
    },
    { id: 'lines', header: t('columns.lines'), width: '90px', align: 'right', cell: ({ lines }) => lines },
    {
      id: 'state',
      header: t('columns.state'),
      width: '230px',
      cell: ({ state, differences }) => (
        <>
          <StockState state={state} />
          {differences > 0 && <StateWord tone="bad">{t('differences', { count: differences })}</StateWord>}
        </>
      ),
    },
  ]
}
