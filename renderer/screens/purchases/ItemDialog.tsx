import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'
import { inBackground } from '../../bridge/background.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { useWords } from '../../i18n/index.ts'
import { itemName } from '../../i18n/itemName.ts'
import { type Call, useCaller } from '../../queries/calls.ts'
import { navigate } from '../../window/navigation.ts'
import { useHere } from '../../window/session.ts'
import { emptyForm } from '../items/itemForm.ts'
import { formKey, keepForm } from '../items/keptForms.ts'
import { ItemFinder } from '../stock/ItemFinder.tsx'
import { words } from './words.ts'

type InvoiceLine = OutputOf<'delivery.invoice'>['lines'][number]

/** Finds items by the supplier's name, then by fewer and fewer of its first words. */
async function suggest(call: Call, name: string): Promise<Item[]> {
  const parts = name.split(/\s+/).filter(Boolean)
  for (let count = parts.length; count > 0; count -= 1) {
    const { items } = await call('item.search', { text: parts.slice(0, count).join(' '), limit: 3 })
    if (items.length > 0) return items
  }
  return []
}

interface ItemDialogProps {
  line: InvoiceLine
  onItem: (item: Item) => void
  onClose: () => void
}

/** Which of our items a line of an invoice is. A person confirms what the till suggests. */
export function ItemDialog({ line, onItem, onClose }: ItemDialogProps) {
  const t = useWords(words)
  const { profile, may } = useHere()
  const call = useCaller()
  const [suggested, setSuggested] = useState<Item[]>([])
  const name = line.supplierItemName
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

  function make() {
    const barcode = line.barcode ?? ''
    keepForm(formKey(profile.id, null, barcode), {
      ...emptyForm(barcode),
      name,
      taxType: line.taxType,
      itemClass: line.itemClass,
    })
    navigate('items', { create: barcode, on: 'items' })
  }

  return (
    <Dialog
      title={t('item.title', { name })}
      onClose={onClose}
      acts={
        may('manager') && (
          <Button size={48} icon="plus" onPress={make}>
            {t('item.make')}
          </Button>
        )
      }
    >
      {suggested.length > 0 && (
        <div className="purchases-suggested">
          <p>{t('item.suggested')}</p>
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
