import { useEffect, useState } from 'react'
import type { InputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { Menu } from '../../components/Menu.tsx'
import { Page } from '../../components/Page.tsx'
import { Pills } from '../../components/Pills.tsx'
import { Retry } from '../../components/Retry.tsx'
import { common } from '../../i18n/common.ts'
import { shownCount } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useKeys } from '../../input/keys.ts'
import { useScanner } from '../../input/scannerInput.ts'
import { playSound } from '../../input/sounds.ts'
import { pagesOf, useCaller, useCallPages } from '../../queries/calls.ts'
import { useSettled } from '../../queries/useSettled.ts'
import { ExportButton } from '../../window/exporting/ExportButton.tsx'
import { useAddLabels } from '../../window/labelList.ts'
import { words as labelWords } from '../../window/labelWords.ts'
import { navigate, usePlace } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { words as stockWords } from '../stock/words.ts'
import { BulkDialog } from './bulk/BulkDialog.tsx'
import { words as bulkWords } from './bulk/words.ts'
import { ClassesDialog } from './ClassesDialog.tsx'
import { EditItem, NewItem } from './ItemPanel.tsx'
import { ItemsTable } from './ItemsTable.tsx'
import { ImportDialog } from './import/ImportDialog.tsx'
import { ImportsPage } from './imports/ImportsPage.tsx'
import { words as importsWords } from './imports/words.ts'
import { itemFields } from './itemFields.ts'
import { LabelsPage } from './labels/LabelsPage.tsx'
import { words } from './words.ts'
import './items.css'

type Filter = NonNullable<InputOf<'item.list'>['filter']>
const filters: readonly Filter[] = [
  'all',
  'goods',
  'services',
  'low',
  'notRegistered',
  'classNotChosen',
  'inactive',
]

/** The shop's items, the imports behind them, or labels for them. */
export function ItemsScreen() {
  const { params } = usePlace()
  const { may } = useHere()
  if (params['imports'] !== undefined && may('manager')) return <ImportsPage />
  if (params['labels'] !== undefined && may('manager')) return <LabelsPage />
  return <ItemsList />
}

/** A panel beside the list edits an item. */
function ItemsList() {
  const t = useWords(words)
  const tStock = useWords(stockWords)
  const tCommon = useWords(common)
  const tImports = useWords(importsWords)
  const tBulk = useWords(bulkWords)
  const { may } = useHere()
  const { params } = usePlace()
  const tLabels = useWords(labelWords)
  const addLabels = useAddLabels()
  const call = useCaller()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [importing, setImporting] = useState(params['import'] !== undefined)
  const [bulk, setBulk] = useState(false)
  const [classing, setClassing] = useState(false)
  const [made, setMade] = useState<Item | null>(null)
  const [madeHere, setMadeHere] = useState(0)
  const wanted = useSettled(text.trim())
  const query = { filter, ...(wanted === '' ? {} : { text: wanted }) }
  const list = useCallPages('item.list', query)
  const rows = list.data?.flatMap((page) => page.items) ?? []
  const total = list.data?.[0]?.total

  const selected = params['item'] === undefined ? null : Number(params['item'])
  const create = selected === null ? params['create'] : undefined
  const close = () => navigate('items')
  const make = (barcode = '') => {
    if (may('manager')) navigate('items', { create: barcode, on: 'items' })
  }

  // The list goes to the item that was made last. One beyond the rows that a list holds is found by its name.
  const isSought = made !== null && !list.isFetching && !rows.some(({ id }) => id === made.id)
  const isBeyond = !list.hasNextPage && list.data?.at(-1)?.nextCursor !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page
  useEffect(() => {
    if (!isSought) return
    if (list.hasNextPage) inBackground(list.fetchNextPage())
    else if (isBeyond) setText(made.name)
  }, [isSought, rows.length, isBeyond])

  /** A list that shows all items is no choice of a person. */
  function openLabels() {
    if (filter === 'all' && wanted === '') navigate('items', { labels: 'list' })
    else addLabels({ source: 'items', ...query })
  }

  function show(text: string, filter: Filter) {
    setMade(null)
    setText(text)
    setFilter(filter)
  }

  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    playSound(found?.kind === 'item' ? 'yes' : 'no')
    if (found?.kind === 'item') navigate('items', { item: String(found.item.id) })
    else if (found) show(code, filter)
  }

  const open = selected !== null || create !== undefined
  useScanner((code) => inBackground(onScan(code)), !open)
  useKeys([{ key: 'F4', label: t('new'), run: () => make(), enabled: may('manager') }])

  return (
    <Page
      title={t('title')}
      head={
        <SearchField
          className="items-search"
          label={t('searchLabel')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={(text) => show(text, filter)}
        />
      }
      acts={
        may('manager') ? (
          <>
            <ExportButton
              list="items"
              operation="item.list"
              input={query}
              rowsOf={({ items }) => items}
              fields={itemFields()}
            />
            <Button onPress={() => setImporting(true)}>{t('import.open')}</Button>
            <Button variant="primary" icon="plus" keyCap="F4" onPress={() => make()}>
              {t('new')}
            </Button>
            <Menu
              label={tImports('more')}
              items={[
                { id: 'labels', label: tLabels('open'), run: openLabels },
                { id: 'bulk', label: tBulk('open'), run: () => setBulk(true) },
                {
                  id: 'imports',
                  label: tImports('title'),
                  run: () => navigate('items', { imports: 'all' }),
                },
              ]}
            />
          </>
        ) : (
          <>
            <Button onPress={() => navigate('stock', { count: 'all' })}>{tStock('tabs.counts')}</Button>
            <Button onPress={() => navigate('purchases')}>{tCommon('screens.purchases')}</Button>
          </>
        )
      }
    >
      {classing && <ClassesDialog onClose={() => setClassing(false)} />}
      {bulk && <BulkDialog query={query} onClose={() => setBulk(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <div className="items-filters">
        <Pills
          label={t('filter.label')}
          value={filter}
          onChange={(filter) => show(text, filter)}
          pills={filters.map((id) => ({ id, label: t(`filter.${id}`) }))}
        />
        {filter === 'classNotChosen' && may('manager') && (total ?? 0) > 0 && (
          <Button onPress={() => setClassing(true)}>{t('classes.open')}</Button>
        )}
        {total !== undefined && <small>{t('count', { count: total, shown: shownCount(total) })}</small>}
      </div>
      <FailureNote error={list.error} acts={<Retry onPress={() => inBackground(list.refetch())} />} />
      <div className="beside">
        <ItemsTable
          rows={rows}
          total={total}
          selected={selected ?? made?.id ?? null}
          open={open}
          {...pagesOf(list)}
          empty={
            <NoItems
              filter={filter}
              text={text.trim()}
              {...(may('manager') ? { onMake: make, onImport: () => setImporting(true) } : {})}
            />
          }
          onOpen={({ id }) => navigate('items', { item: String(id) })}
        />
        {selected !== null && <EditItem key={selected} id={selected} from={params['from']} onClose={close} />}
        {create !== undefined && (
          <NewItem
            key={`new ${create} ${madeHere}`}
            barcode={create}
            fromSell={params['on'] === undefined}
            from={params['from']}
            onMade={(item) => {
              show('', 'all')
              setMade(item)
              setMadeHere(madeHere + 1)
            }}
            onClose={close}
          />
        )}
      </div>
    </Page>
  )
}

interface NoItemsProps {
  filter: Filter
  text: string
  onMake?: (barcode: string) => void
  onImport?: () => void
}

function NoItems({ filter, text, onMake, onImport }: NoItemsProps) {
  const t = useWords(words)
  if (text !== '') {
    const barcode = /^\d{6,20}$/.test(text) ? text : ''
    return (
      <Empty
        title={t('empty.found', { text })}
        acts={
          onMake && (
            <Button variant="primary" onPress={() => onMake(barcode)}>
              {barcode === '' ? t('new') : t('empty.create', { text })}
            </Button>
          )
        }
      >
        {t('empty.foundText')}
      </Empty>
    )
  }
  if (filter === 'all') {
    return (
      <Empty
        title={t('empty.title')}
        acts={
          onMake && (
            <>
              <Button {...(onImport ? { onPress: onImport } : {})}>{t('import.open')}</Button>
              <Button variant="primary" onPress={() => onMake('')}>
                {t('new')}
              </Button>
            </>
          )
        }
      >
        {t('empty.text')}
      </Empty>
    )
  }
  return <Empty title={t(`empty.${filter}`)} />
}
