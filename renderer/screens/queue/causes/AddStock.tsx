import type { InputOf } from '../../../../core/contract/index.ts'
import type { Cause } from '../../../../core/contract/queue.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { common } from '../../../i18n/common.ts'
import { say, useWords } from '../../../i18n/index.ts'
import { words } from '../words.ts'
import { goodsValues, missingOf } from './causeText.ts'

type Stock = NonNullable<InputOf<'queue.solve'>['stock']>
const origins: readonly Stock['kind'][] = ['received', 'found']

interface AddStockProps {
  cause: Cause
  pending: boolean
  onAdd: (stock: Stock) => void
  onClose: () => void
}

/** Asks where the missing goods came from. The answer adds them, as the reason on record. */
export function AddStock({ cause, pending, onAdd, onClose }: AddStockProps) {
  const t = useWords(words)
  const missing = missingOf(cause)
  const lines = missing.map(({ itemId, missing: quantity }) => ({ itemId, quantity }))
  return (
    <Dialog
      title={t('addStock.title')}
      onClose={onClose}
      acts={
        <Button size={48} keyCap="Esc" onPress={onClose}>
          {say(common, 'acts.cancel')}
        </Button>
      }
    >
      <ul className="queue-missing">
        {missing.map((goods) => (
          <li key={goods.itemId}>{t('addStock.line', goodsValues(goods))}</li>
        ))}
      </ul>
      <p>{t('addStock.question')}</p>
      {origins.map((kind) => (
        <Button
          key={kind}
          wide
          size={56}
          variant="primary"
          pending={pending}
          onPress={() => onAdd({ kind, reason: t(`addStock.${kind}`), lines })}
        >
          {t(`addStock.${kind}`)}
        </Button>
      ))}
      <small>{t('addStock.afterwards')}</small>
    </Dialog>
  )
}
