import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InputOf, OutputOf } from '../../../../core/contract/index.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { unitSign } from '../../../../core/fiscal/codes.ts'
import { inBackground } from '../../../bridge/background.ts'
import { money, quantity } from '../../../components/Amount.tsx'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { QuantityField } from '../../../components/fields/NumberFields.tsx'
import { Note } from '../../../components/Note.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { Retry } from '../../../components/Retry.tsx'
import { type Column, VirtualTable } from '../../../components/VirtualTable.tsx'
import { shownCount } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useKeys } from '../../../input/keys.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { pagesOf, useCaller, useCallPages } from '../../../queries/calls.ts'
import { ItemFinder } from '../../../window/ItemFinder.tsx'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { unheardText } from '../../../window/unheardText.ts'
import { useNarrow } from '../../../window/useNarrow.ts'
import { words } from '../words.ts'
import { CountPapers } from './CountPapers.tsx'
import { causeText } from './countFields.ts'
import { EndCount } from './EndCount.tsx'
import { useEntries } from './useEntries.ts'

type Show = NonNullable<InputOf<'count.get'>['show']>
type Row = OutputOf<'count.get'>['items'][number]

/** The item whose quantity is typed next. */
interface Current {
  item: Pick<Item, 'id' | 'name' | 'secondName' | 'quantityUnit'>
  /** A scan has just added one: a typed quantity takes its place. */
  scanned: boolean
  /** What was counted of it before does not count. */
  recount: boolean
}

/** One count: several people scan and type, a manager sees the differences and books them. */
export function CountSession({ id }: { id: number }) {
  const t = useWords(words)
  const { may } = useHere()
  const call = useCaller()
  const [show, setShow] = useState<Show>('counted')
  const [current, setCurrent] = useState<Current | null>(null)
  const [typed, setTyped] = useState<number | null>(null)
  const [unknown, setUnknown] = useState<string | null>(null)
  const [ending, setEnding] = useState<'book' | 'drop' | null>(null)
  const field = useRef<HTMLDivElement>(null)
  const { enter, error, pending } = useEntries(id)
  const list = useCallPages('count.get', { id, show })
  const rows = list.data?.flatMap((page) => page.items) ?? []
  const count = list.data?.[0]?.count
  const unheard = list.data?.[0]?.unheard ?? []
  const isRunning = count?.end === null
  // A booked count has its lines alone.
  if (count?.end?.act === 'booked' && show !== 'counted') setShow('counted')
  const shows: Show[] = [
    'counted',
    ...(isRunning ? (['missing'] as const) : []),
    ...(may('manager') && count?.end?.act !== 'booked' ? (['differing'] as const) : []),
  ]

  function choose(next: Current) {
    flushSync(() => {
      setUnknown(null)
      setTyped(null)
      setCurrent(next)
    })
    field.current?.querySelector('input')?.focus()
  }

  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (!found) return
    if (found.kind !== 'item' || found.item.onHand === null) {
      playSound('no')
      setUnknown(code)
      return
    }
    playSound('yes')
    enter({ itemId: found.item.id, quantity: found.quantity ?? 100 })
    choose({ item: found.item, scanned: found.quantity === undefined, recount: false })
  }

  function save() {
    if (!current || typed === null) return
    const { item, scanned, recount } = current
    const more = recount ? typed : typed - (scanned ? 100 : 0)
    if (more !== 0 || recount) enter({ itemId: item.id, quantity: more, ...(recount && { recount }) })
    setCurrent(null)
    setTyped(null)
  }

  const back = () => (current ? setCurrent(null) : navigate('stock', { count: 'all' }))
  const mayEnd = isRunning && may('manager') && ending === null
  useScanner((code) => inBackground(onScan(code)), isRunning)
  useKeys([
    { key: 'Esc', run: back },
    { key: 'F9', label: t('count.book'), run: () => setEnding('book'), enabled: mayEnd },
  ])

  return (
    <>
      <div className="stock-filters">
        <Button icon="back" onPress={() => navigate('stock', { count: 'all' })}>
          {t('count.all')}
        </Button>
        <h2 className="stock-title">
          {count &&
            `${t('count.number', { number: count.number })} · ${count.category ?? t(`count.scope.${count.scope}`)}`}
        </h2>
        {mayEnd && (
          <>
            <Button onPress={() => setEnding('drop')}>{t('count.drop')}</Button>
            <Button variant="primary" size={48} keyCap="F9" onPress={() => setEnding('book')}>
              {t('count.book')}
            </Button>
          </>
        )}
      </div>
      {count?.end && (
        <Note
          tone={count.end.act === 'booked' ? 'ok' : 'wait'}
          title={t(`count.${count.end.act}By`, { name: count.end.by })}
        />
      )}
      {unheard.length > 0 && (
        <Note tone="wait" title={t('branch.unheard', { tills: unheardText(unheard) })} />
      )}
      {isRunning && (
        <div className="stock-count-enter">
          {current ? (
            <form className="stock-count-item" action={save}>
              <b className="stock-lines-two">{itemName(current.item)}</b>
              <div ref={field}>
                <QuantityField
                  label={t(
                    current.recount ? 'count.whole' : current.scanned ? 'count.instead' : 'count.quantity',
                  )}
                  unit={unitSign(current.item.quantityUnit)}
                  value={typed}
                  onChange={setTyped}
                />
              </div>
              <Button type="submit" variant="primary" size={48} keyCap="Enter" disabled={typed === null}>
                {t('count.add')}
              </Button>
              <Button size={48} keyCap="Esc" onPress={() => setCurrent(null)}>
                {t('count.next')}
              </Button>
            </form>
          ) : (
            <ItemFinder onFind={(item) => choose({ item, scanned: false, recount: false })} />
          )}
          {unknown && <Note tone="bad" title={t('form.unknown', { code: unknown })} />}
          {pending > 0 && <Note tone="wait" title={t('count.pending', { count: pending })} />}
          <FailureNote error={error} />
        </div>
      )}
      <div className="stock-filters">
        <Pills
          label={t('count.showLabel')}
          value={show}
          onChange={setShow}
          pills={shows.map((each) => ({
            id: each,
            label: [t(`count.show.${each}`), count?.[each] != null && shownCount(count[each])]
              .filter(Boolean)
              .join(' '),
          }))}
        />
        {may('manager') && count && <CountPapers count={count} show={show} />}
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <VirtualTable
        label={t(`count.show.${show}`)}
        columns={useColumns(isRunning, (row) =>
          choose({
            item: {
              id: row.itemId,
              name: row.name,
              secondName: row.secondName,
              quantityUnit: row.quantityUnit,
            },
            scanned: false,
            recount: row.counted !== null,
          }),
        )}
        rows={rows}
        rowKey={({ itemId }) => itemId}
        {...pagesOf(list)}
        empty={<Empty title={t(`count.empty.${show}`)} />}
      />
      {ending && count && <EndCount count={count} act={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function useColumns(isRunning: boolean, onCount: (row: Row) => void): Column<Row>[] {
  const t = useWords(words)
  const { may } = useHere()
  const narrow = useNarrow()
  const seesAll = may('manager') || !isRunning
  const name: Column<Row> = {
    id: 'name',
    header: t('columns.name'),
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <>
        <b className="stock-line">{itemName(row)}</b>
        <small className="stock-line">
          {[...row.causes.map(causeText), row.reason && t(`count.reason.${row.reason}`)]
            .filter(Boolean)
            .join(' · ') || row.code}
        </small>
      </>
    ),
  }
  const counted: Column<Row> = {
    id: 'counted',
    header: t('count.counted'),
    width: '110px',
    align: 'right',
    cell: (row) =>
      row.counted !== null && (
        <b>
          {quantity(row.counted)} {unitSign(row.quantityUnit)}
        </b>
      ),
  }
  const expected: Column<Row> = {
    id: 'expected',
    header: t('count.expected'),
    width: '110px',
    align: 'right',
    cell: (row) => row.expected !== null && quantity(row.expected),
  }
  const difference: Column<Row> = {
    id: 'difference',
    header: t('count.difference'),
    width: '150px',
    align: 'right',
    cell: ({ counted, expected, value }) => {
      if (counted === null || expected === null || counted === expected) return ''
      const sign = counted > expected ? '+' : ''
      return (
        <>
          <b className="stock-line">
            {sign}
            {quantity(counted - expected)}
          </b>
          {value !== null && <small className="stock-line">{money(value)}</small>}
        </>
      )
    },
  }
  const act: Column<Row> = {
    id: 'act',
    header: '',
    width: '150px',
    cell: (row) => (
      <Button onPress={() => onCount(row)}>{t(row.counted === null ? 'count.enter' : 'count.again')}</Button>
    ),
  }
  return [
    name,
    counted,
    ...(seesAll && !narrow ? [expected] : []),
    ...(seesAll ? [difference] : []),
    ...(isRunning ? [act] : []),
  ]
}
