import { useState } from 'react'
import { isShipped, type ShopTender } from '../../../../core/fiscal/shopTenders.ts'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useTenders } from './useTenders.ts'
import { words } from './words.ts'

/**
 * Not F2, F3 and F4, which search, name the buyer and park: a habit of selling must not change the payment. A shipped
 * tender keeps its key wherever the owner moves it.
 */
const shippedKeys: Record<ShopTender['method'], string> = {
  cash: 'F6',
  mobileMoney: 'F7',
  card: 'F8',
  credit: 'Shift+F6',
  cheque: 'Shift+F7',
  other: 'Shift+F8',
}
/** For the first of the shop's own tenders. */
const ownKeys = ['Ctrl+F6', 'Ctrl+F7', 'Ctrl+F8']

/** Returns the tenders with their keys; undefined: it is reached by Tab. */
export const keyCaps = (tenders: readonly ShopTender[]): Map<string, string | undefined> => {
  const own = tenders.filter((tender) => !isShipped(tender))
  return new Map(
    tenders.map((tender) => [
      tender.id,
      isShipped(tender) ? shippedKeys[tender.method] : ownKeys[own.indexOf(tender)],
    ]),
  )
}

/** The others come out of "More". */
const usual = 3

interface MethodKeysProps {
  tenders: readonly ShopTender[]
  /** The id of the chosen one. */
  chosen: string
  disabled: boolean
  onChoose: (tender: ShopTender) => void
}

/** How it is paid. */
export function MethodKeys({ tenders, chosen, disabled, onChoose }: MethodKeysProps) {
  const t = useWords(words)
  const { nameOf } = useTenders()
  const [isOpen, setOpen] = useState(false)
  const showsAll = isOpen || tenders.findIndex(({ id }) => id === chosen) >= usual
  const shown = showsAll ? tenders : tenders.slice(0, usual)
  const caps = keyCaps(tenders)
  return (
    <fieldset className="pay-methods" aria-label={t('methods')} disabled={disabled}>
      {shown.map((tender, index) => (
        <button
          key={tender.id}
          type="button"
          aria-pressed={tender.id === chosen}
          aria-keyshortcuts={caps.get(tender.id)}
          onClick={() => {
            setOpen(index >= usual)
            onChoose(tender)
          }}
        >
          <span>{nameOf(tender)}</span>
          <Kbd>{caps.get(tender.id) ?? ''}</Kbd>
        </button>
      ))}
      {!showsAll && tenders.length > usual && (
        <button type="button" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('more')}
          <span aria-hidden="true">▾</span>
        </button>
      )}
    </fieldset>
  )
}
