import { useState } from 'react'
import type { QueueRow, Remedy } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { isInvoice } from './explain.ts'
import { useResend } from './useResend.ts'
import { words } from './words.ts'

/** What a refusal asks for: first the place to put it right, then sending it again. Nothing here can lose it. */
export function Mend({ row }: { row: QueueRow }) {
  const t = useWords(words)
  const resend = useResend()
  const remedy = row.refusal?.remedy ?? 'callSupport'
  return (
    <section className="queue-section queue-mend">
      <h3>{t('mend.title')}</h3>
      {/* What a customer has paid is not worked out anew. */}
      <p>
        {t(remedy === 'checkAmounts' && isInvoice(row.kind) ? 'mend.checkAmountsInvoice' : `mend.${remedy}`)}
      </p>
      {remedy === 'fixBuyer' ? (
        <BuyerPin pending={resend.pending} onSend={(pin) => resend.send(row, pin)} />
      ) : (
        <>
          <FirstStep row={row} remedy={remedy} />
          <Button variant="primary" pending={resend.pending} onPress={() => resend.send(row)}>
            {t('action.sendAgain')}
          </Button>
        </>
      )}
      <small>{t(isInvoice(row.kind) ? 'mend.safe' : 'mend.safeOther')}</small>
    </section>
  )
}

/** The place where the cause is mended, when it is one of ours. */
function FirstStep({ row, remedy }: { row: QueueRow; remedy: Remedy }) {
  const t = useWords(words)
  const itemId = row.refusal?.itemId ?? row.itemId
  const back = { from: String(row.id) }
  switch (remedy) {
    case 'registerItem':
    case 'oldLetter':
    case 'fixItem':
      return (
        <Button onPress={() => navigate('items', itemId === null ? back : { item: String(itemId), ...back })}>
          {t('mend.openItem')}
        </Button>
      )
    case 'addStock':
      return (
        <Button
          onPress={() =>
            navigate('stock', {
              adjust: 'received',
              ...(itemId === null ? {} : { item: String(itemId) }),
              ...back,
            })
          }
        >
          {t('mend.addStockButton')}
        </Button>
      )
    case 'checkAmounts':
      return (
        <Button onPress={() => navigate('settings', { section: 'reference' })}>
          {t('mend.openReference')}
        </Button>
      )
    default:
      return null
  }
}

const pinShape = /^[A-Z]\d{9}[A-Z]$/

function BuyerPin({ pending, onSend }: { pending: boolean; onSend: (pin: string | null) => void }) {
  const t = useWords(words)
  const [pin, setPin] = useState('')
  const [asked, setAsked] = useState(false)
  const valid = pinShape.test(pin)
  return (
    <form
      className="queue-section"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (valid) onSend(pin)
      }}
    >
      <TextField
        label={t('mend.buyerPin')}
        hint={t('mend.buyerPinHint')}
        error={asked && !valid ? t('mend.buyerPinHint') : undefined}
        value={pin}
        onChange={(text) => setPin(text.trim().toUpperCase())}
        maxLength={11}
      />
      <Button variant="primary" type="submit" pending={pending}>
        {t('mend.sendWithPin')}
      </Button>
      <Button pending={pending} onPress={() => onSend(null)}>
        {t('mend.sendWithoutBuyer')}
      </Button>
    </form>
  )
}
