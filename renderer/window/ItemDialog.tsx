import { useEffect, useState } from 'react'
import type { Item } from '../../core/contract/item.ts'
import { inBackground } from '../bridge/background.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { common } from '../i18n/common.ts'
import { useWords } from '../i18n/index.ts'
import { itemName } from '../i18n/itemName.ts'
import { type Call, useCaller } from '../queries/calls.ts'
import { ItemFinder } from './ItemFinder.tsx'
import { useHere } from './session.ts'

/** Finds items by a name of others, then by fewer and fewer of its first words. */
async function suggest(call: Call, name: string): Promise<Item[]> {
  const parts = name.split(/\s+/).filter(Boolean)
  for (let count = parts.length; count > 0; count -= 1) {
    const { items } = await call('item.search', { text: parts.slice(0, count).join(' '), limit: 3 })
    if (items.length > 0) return items
  }
  return []
}

interface ItemDialogProps {
  /** What others call the goods. */
  name: string
  onItem: (item: Item) => void
  onClose: () => void
  /** A manager may make an item of them. */
  onMake: () => void
}

/** Which of our items the goods of others are. A person confirms what the till suggests. */
export function ItemDialog({ name, onItem, onClose, onMake }: ItemDialogProps) {
  const t = useWords(common)
  const { may } = useHere()
  const call = useCaller()
  const [suggested, setSuggested] = useState<Item[]>([])
  useEffect(() => {
    let isGone = false
    // Without a suggestion the person searches.
    inBackground(
      suggest(call, name).then(
        (items) => {
          if (!isGone) setSuggested(items)
        },
        () => undefined,
      ),
    )
    return () => {
      isGone = true
    }
  }, [call, name])
  return (
    <Dialog
      title={t('finder.which', { name })}
      onClose={onClose}
      acts={
        may('manager') && (
          <Button size={48} icon="plus" onPress={onMake}>
            {t('finder.make')}
          </Button>
        )
      }
    >
      {suggested.length > 0 && (
        <div className="item-finder">
          <p>{t('finder.suggested')}</p>
          {suggested.map((item) => (
            <Button key={item.id} wide onPress={() => onItem(item)}>
              {itemName(item)}
            </Button>
          ))}
        </div>
      )}
      <ItemFinder onFind={onItem} />
    </Dialog>
  )
}
