import { useState } from 'react'
import type { QueueRow, Remedy } from '../../../core/contract/queue.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { navigate } from '../../window/navigation.ts'
import { isInvoice } from './explain.ts'
import { useResend } from './useResend.ts'
import { words } from './words.ts'

/** The remedy of a refused document: first the place to correct it, then the button to resend it. Nothing here can lose it. */
export function Correct({ row }: { row: QueueRow }) {
  const t = useWords(words)
  const resend = useResend()
  const remedy = row.refusal?.remedy ?? 'callSupport'
  return (
    <section className="queue-section queue-correct">
      <h2>{t('correct.title')}</h2>
      {/* The customer has paid these amounts, so Kaunta does not recalculate them. */}
      <p>
        {t(
          remedy === 'checkAmounts' && isInvoice(row.kind)
            ? 'correct.checkAmountsInvoice'
            : `correct.${remedy}`,
        )}
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
      <small>{t(isInvoice(row.kind) ? 'correct.safe' : 'correct.safeOther')}</small>
    </section>
  )
}

/** Opens the screen where the cause is corrected, if it is one of ours. */
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
          {t('correct.openItem')}
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
          {t('correct.addStockButton')}
        </Button>
      )
    case 'checkAmounts':
      return (
        <Button onPress={() => navigate('settings', { section: 'reference' })}>
          {t('correct.openReference')}
        </Button>
      )
    default:
      return null
  }
}

const pinShape = /^[A-Z]\d{9}[A-Z]$/

/** The buyer's PIN anew, or none. */
export function BuyerPin({ pending, onSend }: { pending: boolean; onSend: (pin: string | null) => void }) {
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
        label={t('correct.buyerPin')}
        hint={t('correct.buyerPinHint')}
        error={asked && !valid ? t('correct.buyerPinHint') : undefined}
        value={pin}
        onChange={(text) => setPin(text.trim().toUpperCase())}
        maxLength={11}
      />
      <Button variant="primary" type="submit" pending={pending}>
        {t('correct.sendWithPin')}
      </Button>
      <Button pending={pending} onPress={() => onSend(null)}>
        {t('correct.sendWithoutBuyer')}
      </Button>
    </form>
  )
}
