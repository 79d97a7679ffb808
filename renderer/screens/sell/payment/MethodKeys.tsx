import type { PaymentMethod } from '../../../../core/fiscal/codes.ts'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { words } from './words.ts'

/** F5 reloads by habit, so it stands for nothing. */
export const methodKeyCaps = ['F2', 'F3', 'F4', 'F6', 'F7', 'F8'] as const

interface MethodKeysProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod
  disabled: boolean
  onChoose: (method: PaymentMethod) => void
}

/** How it is paid. */
export function MethodKeys({ methods, chosen, disabled, onChoose }: MethodKeysProps) {
  const t = useWords(words)
  return (
    <fieldset className="pay-methods" aria-label={t('methods')} disabled={disabled}>
      {methods.map((method, index) => (
        <button
          key={method}
          type="button"
          aria-pressed={method === chosen}
          aria-keyshortcuts={methodKeyCaps[index]}
          onClick={() => onChoose(method)}
        >
          {t(`method.${method}`)}
          <Kbd>{methodKeyCaps[index] ?? ''}</Kbd>
        </button>
      ))}
    </fieldset>
  )
}
