import { useState } from 'react'
import type { ArrivalShown } from '../../../core/contract/transfer.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment, formatWireDay } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { pagesOf, useAct, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate } from '../../window/navigation.ts'
import { branchName } from './branchName.ts'
import { arrivalFields } from './exportFields.ts'
import { words } from './words.ts'

/** What other branches sent; a row opens it. */
export function Arrivals() {
  const t = useWords(words)
  const [filter, setFilter] = useState<'open' | 'dismissed'>('open')
  const list = useCallPages('transfer.arrivals', { filter })
  const fetch = useAct('transfer.fetch')
  const rows = list.data?.flatMap(({ arrivals }) => arrivals) ?? []
  const { fetchedAt = null, problem = null } = list.data?.[0] ?? {}
  const time = fetchedAt === null ? '' : formatMoment(fetchedAt)
  const ask = () =>
    fetch.mutate(
      {},
      {
        onSuccess: ({ fetched }) => {
          if (fetched) notify({ tone: 'ok', text: t('fetched') })
        },
      },
    )
  return (
    <>
      <div className="transfers-filters">
        <Pills
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          pills={(['open', 'dismissed'] as const).map((id) => ({ id, label: t(`filter.${id}`) }))}
        />
        <div className="transfers-asked">
          <small>{fetchedAt === null ? t('neverFetched') : t('fetchedAt', { time })}</small>
          <Button pending={fetch.isPending} onPress={ask}>
            {t('fetch')}
          </Button>
          <ExportButton
            list="arrivals"
            operation="transfer.arrivals"
            input={{ filter }}
            rowsOf={({ arrivals }) => arrivals}
            fields={arrivalFields()}
          />
        </div>
      </div>
      {problem && (
        <Note
          tone="wait"
          title={problem.kind === 'refused' ? t('refusedFetch', { text: problem.text }) : t('notReached')}
        />
      )}
      <FailureNote error={fetch.error} />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('tabs.arriving')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        {...pagesOf(list)}
        empty={
          filter === 'open' ? (
            <Empty title={t('empty.open')}>{t('empty.openText')}</Empty>
          ) : (
            <Empty title={t('empty.dismissed')} />
          )
        }
        onOpen={({ id }) => navigate('transfers', { arrival: String(id) })}
      />
    </>
  )
}

function useColumns(): Column<ArrivalShown>[] {
  const t = useWords(words)
  return [
    {
      id: 'from',
      header: t('columns.from'),
      width: 'minmax(0, 1fr)',
      cell: ({ from, remark }) => (
        <>
          <b className="transfers-line">{branchName(from)}</b>
          {remark !== null && <small className="transfers-line">{remark}</small>}
        </>
      ),
    },
    { id: 'number', header: t('columns.theirs'), width: '130px', cell: ({ number }) => number },
    { id: 'day', header: t('columns.sentOn'), width: '130px', cell: ({ sentOn }) => formatWireDay(sentOn) },
    { id: 'lines', header: t('columns.lines'), width: '90px', align: 'right', cell: ({ lines }) => lines },
    {
      id: 'state',
      header: t('columns.state'),
      width: '170px',
      cell: ({ state }) => (
        <StateWord tone={state === 'open' ? 'wait' : 'off'}>{t(`arrival.state.${state}`)}</StateWord>
      ),
    },
  ]
}
