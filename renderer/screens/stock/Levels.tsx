import { type ReactNode, useState } from 'react'
import type { InputOf, OutputOf } from '../../../core/contract/index.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { navigate } from '../../window/navigation.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { words } from './words.ts'

type Filter = NonNullable<InputOf<'stock.levels'>['filter']>
type Level = OutputOf<'stock.levels'>['levels'][number]
/** The core counts what waits no further. */
const countedAtMost = 100

const filters: readonly Filter[] = ['all', 'low', 'out', 'waiting']

interface LevelsProps {
  /** Beside the list; scans then belong to it. */
  panel: ReactNode
}

/** The stock of each item; a row opens its movements. */
export function Levels({ panel }: LevelsProps) {
  const t = useWords(words)
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const wanted = useSettled(text.trim())
  const list = useCallPages('stock.levels', { filter, ...(wanted === '' ? {} : { text: wanted }) })
  const rows = list.data?.flatMap((page) => page.levels) ?? []
  const first = list.data?.[0]

  useScanner(setText, !panel)

  return (
    <>
      <div className="stock-filters">
        <SearchField
          className="stock-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
        <Pills
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          pills={filters.map((id) => ({
            id,
            label: t(`filter.${id}`),
            ...(id === 'low' && first ? { count: first.low } : {}),
          }))}
        />
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <VirtualTable
          label={t('tabs.levels')}
          columns={useColumns(Boolean(panel))}
          rows={rows}
          rowKey={({ itemId }) => itemId}
          loading={list.isPending}
          empty={list.error ? null : <NoLevels text={wanted} filter={filter} />}
          onOpen={({ itemId }) => navigate('stock', { movements: String(itemId) })}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) inBackground(list.fetchNextPage())
          }}
          {...(first ? { total: first.total } : {})}
        />
        {panel}
      </div>
    </>
  )
}

function useColumns(beside: boolean): Column<Level>[] {
  const t = useWords(words)
  const narrow = useNarrow()
  const name: Column<Level> = {
    id: 'name',
    header: t('columns.name'),
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <>
        <b className="stock-line">{itemName(row)}</b>
        <small className="stock-line">{[row.code, row.category].filter(Boolean).join(' · ')}</small>
      </>
    ),
  }
  const onHand: Column<Level> = {
    id: 'onHand',
    header: t('columns.onHand'),
    width: '112px',
    align: 'right',
    cell: (row) => (
      <b>
        {quantity(row.onHand)} {unitSign(row.quantityUnit)}
      </b>
    ),
  }
  const state: Column<Level> = {
    id: 'state',
    header: t('columns.state'),
    width: '132px',
    cell: (row) => <LevelState level={row} />,
  }
  const moved: Column<Level> = {
    id: 'moved',
    header: t('columns.lastMoved'),
    width: '150px',
    cell: ({ lastMovedAt }) => (lastMovedAt === null ? t('state.never') : formatMoment(lastMovedAt)),
  }
  const authority: Column<Level> = {
    id: 'authority',
    header: t('columns.waiting'),
    width: '150px',
    cell: ({ waiting }) =>
      waiting === 0 ? (
        <StateWord tone="ok">{t('state.sent')}</StateWord>
      ) : (
        <StateWord tone="wait">
          {waiting < countedAtMost ? t('state.waitingCount', { count: waiting }) : t('state.waitingMany')}
        </StateWord>
      ),
  }
  if (beside) return narrow ? [name, onHand] : [name, onHand, state]
  return narrow ? [name, onHand, state, authority] : [name, onHand, state, moved, authority]
}

function LevelState({ level: { onHand, lowStock } }: { level: Level }) {
  const t = useWords(words)
  if (onHand <= 0) return <StateWord tone="bad">{t('state.out')}</StateWord>
  if (lowStock === null) return <StateWord tone="ok">{t('state.fine')}</StateWord>
  const low = onHand <= lowStock
  return (
    <>
      <StateWord tone={low ? 'wait' : 'ok'}>{t(low ? 'state.low' : 'state.fine')}</StateWord>
      <small>
        {t('columns.lowAt')} {quantity(lowStock)}
      </small>
    </>
  )
}

function NoLevels({ text, filter }: { text: string; filter: Filter }) {
  const t = useWords(words)
  if (text !== '') return <Empty title={t('empty.found', { text })}>{t('empty.foundText')}</Empty>
  if (filter !== 'all') return <Empty title={t(`empty.${filter}`)} />
  return (
    <Empty
      title={t('empty.title')}
      acts={
        <Button variant="primary" onPress={() => navigate('items')}>
          {t('empty.items')}
        </Button>
      }
    >
      {t('empty.text')}
    </Empty>
  )
}
