import { memo, useState } from 'react'
import type { GridView } from '../../../../core/contract/grid.ts'
import type { OutputOf } from '../../../../core/contract/index.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { toWireDate } from '../../../../core/fiscal/dates.ts'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { SlidingRow } from '../../../components/SlidingRow.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { colourOfCategory, colourOfItem } from '../sale/tileColour.ts'
import { words } from '../sale/words.ts'
import { ItemCard } from './ItemCard.tsx'
import { inSteadyOrder } from './steadyOrder.ts'

type Grid = OutputOf<'item.grid'>

const idOf = (view: GridView): string =>
  view.kind === 'page'
    ? `page ${view.page}`
    : view.kind === 'category'
      ? `category ${view.category}`
      : view.kind

interface ItemGridProps {
  onPick: (item: Item) => void
  /** Asks for an item that the list lacks; null: the person may not make one. */
  onOther: (() => void) | null
  /** A manager wants to arrange the pages. */
  onArrange: () => void
}

/** Goods to touch: the pages of a manager, the favourites, all of them, and each category. */
export const ItemGrid = memo(function ItemGrid({ onPick, onOther, onArrange }: ItemGridProps) {
  const t = useWords(words)
  const { may, profile } = useHere()
  const [wanted, setWanted] = useState<GridView>()
  const { data, error, isPlaceholderData } = useCall('item.grid', wanted ? { view: wanted } : {}, {
    keepPrevious: true,
  })
  if (error) return <FailureNote error={error} />
  if (!data) return null
  const { items, categories, colours } = data
  if (items.length === 0 && categories.length === 0 && data.view.kind === 'all') return <EmptyShop />
  const view = isPlaceholderData && wanted ? wanted : data.view
  const views = viewsOf(data)
  // A page has the order that a manager gave it.
  const shown =
    data.view.kind === 'page'
      ? items
      : inSteadyOrder(items, `${profile.id} ${idOf(data.view)}`, toWireDate(Date.now()))
  const labels = { all: t('all'), favourites: t('favourites') }
  return (
    <>
      <div className="sell-views">
        <SlidingRow back={t('categoriesBack')} on={t('categoriesOn')}>
          <Pills
            label={t('categories')}
            pills={views.map((each) => ({
              id: idOf(each),
              label:
                each.kind === 'page'
                  ? (data.pages[each.page] ?? '')
                  : each.kind === 'category'
                    ? each.category
                    : labels[each.kind],
              colour: each.kind === 'category' ? colourOfCategory(each.category, colours) : undefined,
            }))}
            value={idOf(view)}
            onChange={(id) => setWanted(views.find((each) => idOf(each) === id))}
          />
        </SlidingRow>
        {onOther && <IconButton icon="plus" label={t('other.title')} onPress={onOther} />}
        {may('manager') && <IconButton icon="edit" label={t('arrange.open')} onPress={onArrange} />}
      </div>
      {items.length > 0 ? (
        <div className="sell-grid">
          {shown.map((item) => (
            <ItemCard key={item.id} item={item} colour={colourOfItem(item, colours)} onPick={onPick} />
          ))}
        </div>
      ) : (
        <Empty
          title={t('grid.empty')}
          acts={
            view.kind === 'page' &&
            may('manager') && (
              <Button size={48} variant="primary" icon="edit" onPress={onArrange}>
                {t('arrange.open')}
              </Button>
            )
          }
        />
      )}
    </>
  )
})

const viewsOf = ({ pages, favourites, categories }: Grid): GridView[] => [
  ...pages.map((_, page): GridView => ({ kind: 'page', page })),
  ...(favourites ? [{ kind: 'favourites' } as const] : []),
  { kind: 'all' },
  ...categories.map((category): GridView => ({ kind: 'category', category })),
]

function EmptyShop() {
  const t = useWords(words)
  const { may } = useHere()
  return (
    <Empty
      title={t('grid.emptyShop')}
      acts={
        may('manager') && (
          <>
            <Button size={48} onPress={() => navigate('items', { import: '' })}>
              {t('grid.importList')}
            </Button>
            <Button size={48} variant="primary" onPress={() => navigate('items', { create: '' })}>
              {t('grid.makeItem')}
            </Button>
          </>
        )
      }
    >
      {t('grid.emptyShopText')}
    </Empty>
  )
}
