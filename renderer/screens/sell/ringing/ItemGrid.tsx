import { memo, useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { Button } from '../../../components/Button.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useCall } from '../../../queries/calls.ts'
import { navigate } from '../../../window/navigation.ts'
import { useHere } from '../../../window/session.ts'
import { words } from '../sale/words.ts'
import { ItemCard } from './ItemCard.tsx'

/** No category has an empty name. */
const favourites = ''

/** Goods to touch: the favourites first, then what each category holds. Until one is marked, all of them. */
export const ItemGrid = memo(function ItemGrid({ onPick }: { onPick: (item: Item) => void }) {
  const t = useWords(words)
  const { may } = useHere()
  const [category, setCategory] = useState(favourites)
  const { data, error } = useCall('item.grid', category === favourites ? {} : { category }, {
    keepPrevious: true,
  })
  const noFavourites = category === favourites && data?.items.length === 0
  const { data: all } = useCall('item.list', {}, { enabled: noFavourites })
  if (error) return <FailureNote error={error} />
  if (!data || (noFavourites && !all)) return null
  const items = noFavourites ? (all?.items.filter(({ active }) => active) ?? []) : data.items

  return (
    <>
      <Pills
        label={t('categories')}
        pills={[
          { id: favourites, label: t('favourites') },
          ...data.categories.map((id) => ({ id, label: id })),
        ]}
        value={category}
        onChange={setCategory}
      />
      {items.length > 0 ? (
        <div className="sell-grid">
          {items.map((item) => (
            <ItemCard key={item.id} item={item} onPick={onPick} />
          ))}
        </div>
      ) : category !== favourites ? (
        <Empty title={t('grid.empty')} />
      ) : (
        <Empty
          title={t('grid.emptyShop')}
          acts={
            may('manager') && (
              <Button size={48} onPress={() => navigate('items', { create: '' })}>
                {t('grid.makeItem')}
              </Button>
            )
          }
        >
          {t('grid.emptyShopText')}
        </Empty>
      )}
    </>
  )
})
