import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { Buyer } from '../sale/cart.ts'
import { words } from './words.ts'

interface OwingProps {
  buyer: Buyer | undefined
  disabled: boolean
  onBuyer: () => void
}

/** The debtor of a sale on credit. A debt without a debtor is not accepted. */
export function Owing({ buyer, disabled, onBuyer }: OwingProps) {
  const t = useWords(words)
  return (
    <div className="pay-owing">
      {buyer ? (
        <>
          <Note tone="ok" title={t('owing.by', { name: buyer.name ?? buyer.pin ?? '' })} />
          <Button size={56} disabled={disabled} onPress={onBuyer}>
            {t('owing.change')}
          </Button>
        </>
      ) : (
        <Note tone="wait" title={t('owing.nobody')}>
          {t('owing.text')}
        </Note>
      )}
    </div>
  )
}
