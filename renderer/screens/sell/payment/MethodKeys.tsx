import { useState } from 'react'
import type { PaymentMethod } from '../../../../core/fiscal/codes.ts'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from './words.ts'

/** Not F2, F3 and F4, which search, name the buyer and park: a habit of selling must not change the payment. */
export const methodKeyCaps = ['F6', 'F7', 'F8', 'Shift+F6', 'Shift+F7', 'Shift+F8'] as const

/** The others come out of "More". */
const usual = 3

interface MethodKeysProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod
  disabled: boolean
  onChoose: (method: PaymentMethod) => void
}

/** How it is paid. */
export function MethodKeys({ methods, chosen, disabled, onChoose }: MethodKeysProps) {
  const t = useWords(words)
  const [isOpen, setOpen] = useState(false)
  const showsAll = isOpen || methods.indexOf(chosen) >= usual
  const shown = showsAll ? methods : methods.slice(0, usual)
  return (
    <fieldset className="pay-methods" aria-label={t('methods')} disabled={disabled}>
      {shown.map((method, index) => (
        <button
          key={method}
          type="button"
          aria-pressed={method === chosen}
          aria-keyshortcuts={methodKeyCaps[index]}
          onClick={() => {
            setOpen(index >= usual)
            onChoose(method)
          }}
        >
          {t(`method.${method}`)}
          <Kbd>{methodKeyCaps[index] ?? ''}</Kbd>
        </button>
      ))}
      {!showsAll && methods.length > usual && (
        <button type="button" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('more')}
          <span aria-hidden="true">▾</span>
        </button>
      )}
    </fieldset>
  )
}
