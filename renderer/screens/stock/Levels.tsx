import { type ReactNode, useState } from 'react'
import type { InputOf } from '../../../core/contract/index.ts'
import { unitSign } from '../../../core/fiscal/codes.ts'
import { inBackground } from '../../bridge/background.ts'
import { money, quantity } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Note } from '../../components/Note.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { type Column, VirtualTable } from '../../components/VirtualTable.tsx'
import { formatMoment, shownCount } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { pagesOf, useCall, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { useNarrow } from '../../window/useNarrow.ts'
import { StartCount } from './counts/StartCount.tsx'
import { type Level, levelFields } from './exportFields.ts'
import { words } from './words.ts'

type Filter = NonNullable<InputOf<'stock.levels'>['filter']>
type Order = NonNullable<InputOf<'stock.levels'>['order']>
/** The core counts what waits no further. */
const countedAtMost = 100

const filters: readonly Filter[] = [
  'all',
  'low',
  'out',
  'negative',
  'runsOut',
  'unsold',
  'neverCounted',
  'waiting',
]
/** Days that a filter is asked for; the first is shown first. */
const dayChoices: Partial<Record<Filter, readonly number[]>> = {
  runsOut: [14, 3, 7, 30],
  unsold: [60, 30, 90, 180],
}

interface LevelsProps {
  /** Beside the list; scans then belong to it. */
  panel: ReactNode
}

/** The stock of each item; a row opens its movements. */
export function Levels({ panel }: LevelsProps) {
  const t = useWords(words)
  const { may } = useHere()
  const [text, setText] = useState('')
  const { params } = usePlace()
  const [filter, setFilter] = useState<Filter>(filters.find((id) => id === params['filter']) ?? 'all')
  const [order, setOrder] = useState<Order>('name')
  const [days, setDays] = useState<Partial<Record<Filter, number>>>({})
  const [counting, setCounting] = useState(false)
  const wanted = useSettled(text.trim())
  const choices = dayChoices[filter]
  const chosenDays = days[filter] ?? choices?.[0]
  const shown = {
    filter,
    ...(chosenDays !== undefined && { days: chosenDays }),
    ...(wanted !== '' && { text: wanted }),
  }
  const query = { ...shown, order }
  const list = useCallPages('stock.levels', query)
  const isThere = list.isSuccess && !list.isPlaceholderData
  const value = useCall('stock.value', shown, { enabled: may('manager') && isThere }).data?.value
  const rows = list.data?.flatMap((page) => page.levels) ?? []
  const link = useCall('hub.state', {}).data?.link
  const first = list.data?.[0]
  const orders: readonly Order[] = may('manager')
    ? ['name', 'lasts', 'sold', 'value']
    : ['name', 'lasts', 'sold']

  useScanner(setText, !panel && !counting)

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
        <Select
          className="stock-order"
          label={t('order.label')}
          labelHidden
          options={orders.map((id) => ({ id, label: t(`order.${id}`) }))}
          value={order}
          onChange={setOrder}
        />
        {may('manager') && (
          <>
            <p className="stock-value">
              <small>{t('worth')}</small> <b>{value === undefined ? '…' : money(value)}</b>
            </p>
            <Button icon="items" onPress={() => setCounting(true)}>
              {t('count.these')}
            </Button>
          </>
        )}
        <ExportButton
          list="levels"
          operation="stock.levels"
          input={query}
          rowsOf={({ levels }) => levels}
          fields={levelFields()}
        />
      </div>
      <div className="stock-filters">
        <Pills
          label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          pills={filters
            .filter((id) => id !== 'waiting' || !link)
            .map((id) => ({
              id,
              label: [t(`filter.${id}`), id === 'low' && first && shownCount(first.low)]
                .filter(Boolean)
                .join(' '),
            }))}
        />
        {choices && (
          <Select
            className="stock-days"
            label={t('daysLabel')}
            labelHidden
            options={choices
              .toSorted((a, b) => a - b)
              .map((count) => ({ id: String(count), label: t('days', { count }) }))}
            value={String(chosenDays)}
            onChange={(id) => setDays({ ...days, [filter]: Number(id) })}
          />
        )}
      </div>
      <BranchStock />
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <VirtualTable
          label={t('tabs.levels')}
          columns={useColumns(Boolean(panel))}
          rows={rows}
          rowKey={({ itemId }) => itemId}
          {...pagesOf(list)}
          empty={<NoLevels text={wanted} filter={filter} />}
          onOpen={({ itemId }) => navigate('stock', { movements: String(itemId) })}
          {...(first ? { total: first.total } : {})}
        />
        {panel}
      </div>
      {counting && (
        <StartCount
          shown={{ filter, days: chosenDays, text: wanted === '' ? undefined : wanted }}
          onClose={() => setCounting(false)}
        />
      )}
    </>
  )
}

function useColumns(beside: boolean): Column<Level>[] {
  const t = useWords(words)
  const { may } = useHere()
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
  const value: Column<Level> = {
    id: 'value',
    header: t('columns.value'),
    width: '128px',
    align: 'right',
    cell: (row) => row.value !== null && row.value > 0 && money(row.value),
  }
  const sold: Column<Level> = {
    id: 'sold',
    header: t('columns.sold'),
    width: narrow ? '116px' : '150px',
    align: 'right',
    cell: ({ sold7, sold30 }) => sold30 !== 0 && `${quantity(sold7)} / ${quantity(sold30)}`,
  }
  const lasts: Column<Level> = {
    id: 'lasts',
    header: t('columns.lasts'),
    width: '110px',
    align: 'right',
    cell: ({ lasts, onHand }) => onHand > 0 && lasts !== null && t('days', { count: lasts }),
  }
  const state: Column<Level> = {
    id: 'state',
    header: t('columns.state'),
    width: narrow ? '132px' : '170px',
    cell: (row) => <LevelState level={row} />,
  }
  if (beside) return narrow ? [name, onHand] : [name, onHand, state]
  const worth = may('manager') && !narrow ? [value] : []
  return [name, onHand, ...worth, sold, lasts, state]
}

/** Since when a linked till has not heard what the other tills of its branch sold. */
function BranchStock() {
  const t = useWords(words)
  const at = useCall('hub.state', {}).data?.link?.silentSince ?? null
  if (at === null) return null
  return <Note tone="wait" title={t('branch.asOf', { time: formatMoment(at) })} />
}

/** Only what is wrong: most rows say nothing. */
function LevelState({ level: { onHand, atAuthority, lowStock, onOrder, waiting } }: { level: Level }) {
  const t = useWords(words)
  const isLow = lowStock !== null && onHand <= lowStock
  return (
    <>
      {onHand < 0 ? (
        <StateWord tone="bad">{t('state.negative')}</StateWord>
      ) : onHand === 0 ? (
        <StateWord tone="bad">{t('state.out')}</StateWord>
      ) : (
        isLow && <StateWord tone="wait">{t('state.low', { quantity: quantity(lowStock) })}</StateWord>
      )}
      {onOrder > 0 && (
        <small className="stock-line">{t('state.onOrder', { quantity: quantity(onOrder) })}</small>
      )}
      {waiting > 0 ? (
        <small className="stock-line">
          {waiting < countedAtMost ? t('state.waitingCount', { count: waiting }) : t('state.waitingMany')}
        </small>
      ) : (
        atAuthority !== null &&
        onHand !== atAuthority && (
          <small className="stock-line">{t('state.differs', { quantity: quantity(atAuthority) })}</small>
        )
      )}
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
