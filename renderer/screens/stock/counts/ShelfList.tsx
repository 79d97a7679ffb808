import { useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { inBackground } from '../../../bridge/background.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { itemName } from '../../../i18n/itemName.ts'
import { useScanner } from '../../../input/scannerInput.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCaller } from '../../../queries/calls.ts'
import { ItemFinder } from '../../../window/ItemFinder.tsx'
import { createKept } from '../../../window/kept.ts'
import { words } from '../words.ts'

type Listed = Pick<Item, 'id' | 'name' | 'secondName' | 'code' | 'onHand'>

/** The list of a shelf, by profile: a person may look something up before the count starts. */
export const keptShelf = createKept<{ items: readonly Listed[] }>(() => ({ items: [] }))

/** Goods that a person scans or finds, the newest first. */
export function ShelfList({ profileId }: { profileId: string }) {
  const t = useWords(words)
  const call = useCaller()
  const { items } = keptShelf.use(profileId)
  const [trouble, setTrouble] = useState<string | null>(null)
  const change = (next: readonly Listed[]) => keptShelf.change(profileId, { items: next })

  function add(item: Listed) {
    const isGood = item.onHand !== null
    setTrouble(isGood ? null : t('form.service', { name: itemName(item) }))
    const others = keptShelf.get(profileId).items.filter(({ id }) => id !== item.id)
    if (isGood) change([item, ...others])
    return isGood
  }

  async function onScan(code: string) {
    const found = await call('item.scan', { code }).catch(() => null)
    if (!found) return
    const isIn = found.kind === 'item' && add(found.item)
    playSound(isIn ? 'yes' : 'no')
    if (found.kind !== 'item') setTrouble(t('form.unknown', { code }))
  }

  useScanner((code) => inBackground(onScan(code)))
  return (
    <>
      <ItemFinder onFind={add} />
      {trouble !== null && <Note tone="bad" title={trouble} />}
      {items.length > 0 && (
        <div className="stock-shelf-head">
          <b>{t('count.items', { count: items.length })}</b>
          <Button variant="quiet" icon="trash" onPress={() => keptShelf.forget(profileId)}>
            {t('count.clearList')}
          </Button>
        </div>
      )}
      <ul className="stock-shelf">
        {items.map((item) => (
          <li key={item.id}>
            <span className="stock-lines-two">{itemName(item)}</span>
            <IconButton
              icon="trash"
              label={t('form.remove', { name: itemName(item) })}
              onPress={() => change(items.filter(({ id }) => id !== item.id))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
