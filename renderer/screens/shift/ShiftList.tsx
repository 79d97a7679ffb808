import type { ListedShift } from '../../../core/contract/shift.ts'
import { inBackground } from '../../bridge/background.ts'
import { money } from '../../components/Amount.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { pagesOf, useCallPages } from '../../queries/calls.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { words as exportWords } from '../../window/exporting/words.ts'
import { navigate } from '../../window/navigation.ts'
import { words } from './words.ts'

const amount = (cents: number | null) => (cents === null ? '–' : money(cents))

function Difference({ shift: { closed, expected, counted, review } }: { shift: ListedShift }) {
  const t = useWords(words)
  if (!closed) return <StateWord tone="wait">{t('stillOpen')}</StateWord>
  const open = review && !review.done && <StateWord tone="unknown">{t('review.open')}</StateWord>
  if (expected === null || counted === null) return open || '–'
  const difference = counted - expected
  return difference === 0 ? (
    <StateWord tone="ok">{t('fits')}</StateWord>
  ) : (
    <>
      <b className="numbers">{money(difference)}</b>
      {open}
    </>
  )
}

/** Shifts, newest first, each with its Z report. */
export function ShiftList() {
  const t = useWords(words)
  const list = useCallPages('shift.list', {})
  const columns: Column<ListedShift>[] = [
    { id: 'number', header: 'Z', width: '64px', cell: ({ number }) => <b>{number}</b> },
    {
      id: 'opened',
      header: t('figures.opened'),
      width: 'minmax(0, 1fr)',
      cell: ({ openedAt, openedBy }) => (
        <>
          {formatMoment(openedAt)} <small>{openedBy}</small>
        </>
      ),
    },
    {
      id: 'closed',
      header: t('figures.closed'),
      width: 'minmax(0, 1fr)',
      cell: ({ closed }) =>
        closed && (
          <>
            {formatMoment(closed.at)} <small>{closed.by}</small>
          </>
        ),
    },
    {
      id: 'counted',
      header: t('figures.counted'),
      width: '130px',
      align: 'right',
      cell: ({ counted }) => amount(counted),
    },
    {
      id: 'difference',
      header: t('figures.difference'),
      width: '140px',
      align: 'right',
      cell: (shift) => <Difference shift={shift} />,
    },
  ]
  return (
    <>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t('tabs.list')}
        columns={columns}
        rows={list.data?.flatMap(({ shifts }) => shifts) ?? []}
        rowKey={({ number }) => number}
        {...pagesOf(list)}
        empty={<Empty title={t('emptyList')} />}
        onOpen={({ number, closed }) =>
          navigate('shift', closed ? { tab: 'list', shift: String(number) } : {})
        }
      />
    </>
  )
}

/** Beside the title of the list. */
export function ExportShifts() {
  const t = useWords(words)
  const tExport = useWords(exportWords)
  return (
    <ExportButton
      list="shifts"
      operation="shift.list"
      input={{}}
      rowsOf={({ shifts }) => shifts}
      fields={[
        { kind: 'count', header: 'Z', value: ({ number }) => number },
        { kind: 'moment', header: t('figures.opened'), value: ({ openedAt }) => openedAt },
        { kind: 'text', header: tExport('fields.openedBy'), value: ({ openedBy }) => openedBy },
        { kind: 'moment', header: t('figures.closed'), value: ({ closed }) => closed?.at ?? null },
        { kind: 'text', header: tExport('fields.closedBy'), value: ({ closed }) => closed?.by ?? null },
        { kind: 'amount', header: tExport('fields.expected'), value: ({ expected }) => expected },
        { kind: 'amount', header: tExport('fields.counted'), value: ({ counted }) => counted },
        {
          kind: 'amount',
          header: tExport('fields.difference'),
          value: ({ expected, counted }) =>
            expected === null || counted === null ? null : counted - expected,
        },
      ]}
    />
  )
}
