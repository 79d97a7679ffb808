import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { useCall } from '../../queries/calls.ts'
import type { Buyer } from './cart.ts'
import { LetterPad } from './LetterPad.tsx'
import { words } from './words.ts'

interface BuyerFormProps {
  buyer: Buyer | undefined
  onSet: (buyer: Buyer | null) => void
}

const pinShape = /^[A-Z]\d{9}[A-Z]$/
/** What begins like this is a PIN on its way, or one with a slip in it, and nobody's name. */
const pinBegun = /^[A-Z]?\d{3}/

/** Who the receipt is for: a PIN typed in full, a customer of the shop found by name, or a name alone. Waits for nobody. */
export function BuyerForm({ buyer, onSet }: BuyerFormProps) {
  const t = useWords(words)
  const [text, setText] = useState(buyer?.pin ?? buyer?.name ?? '')
  const pin = text.trim().toUpperCase()
  const complete = pinShape.test(pin)
  const name = pinBegun.test(pin) ? '' : text.trim()
  const { data: known } = useCall(
    'customer.list',
    { text: text.trim(), limit: 5 },
    { enabled: !complete, keepPrevious: true },
  )
  const { data: found, isFetching } = useCall('customer.lookUp', { pin }, { enabled: complete })
  const unsure = complete && found?.askedAuthority === true && found.customer === null

  function use(event: FormEvent) {
    event.preventDefault()
    if (complete) onSet(toBuyer(pin, found?.customer?.name))
    else if (name) onSet({ name })
  }

  return (
    <form className="sell-form" onSubmit={use}>
      <TextField
        label={t('buyer.label')}
        hint={t('buyer.hint')}
        value={text}
        onChange={setText}
        maxLength={60}
        autoFocus
      />
      <LetterPad text={text} onText={setText} />
      {complete ? (
        <BuyerFound found={found} asking={isFetching} />
      ) : (
        known &&
        known.customers.length > 0 && (
          <ul className="sell-customers" aria-label={t('buyer.known')}>
            {known.customers.map((customer) => (
              <li key={customer.pin}>
                <button type="button" onClick={() => onSet(toBuyer(customer.pin, customer.name))}>
                  <b>{customer.name}</b>
                  <small>{customer.pin}</small>
                </button>
              </li>
            ))}
          </ul>
        )
      )}
      <div className="sell-form-acts">
        {buyer && (
          <Button size={56} onPress={() => onSet(null)}>
            {t('buyer.remove')}
          </Button>
        )}
        <Button type="submit" variant="primary" size={56} wide keyCap="Enter" disabled={!complete && !name}>
          {t(unsure ? 'buyer.useAnyway' : name ? 'buyer.useName' : 'buyer.use')}
        </Button>
      </div>
    </form>
  )
}

function BuyerFound({ found, asking }: { found: OutputOf<'customer.lookUp'> | undefined; asking: boolean }) {
  const t = useWords(words)
  if (!found) return <p role="status">{asking && t('buyer.looking')}</p>
  const { customer, askedAuthority } = found
  if (customer?.taxpayerStatus === 'inactive') {
    return (
      <Note tone="wait" title={customer.name}>
        {t('buyer.inactive')}
      </Note>
    )
  }
  if (customer) return <Note tone="ok" title={customer.name} />
  return <Note tone="wait" title={t(askedAuthority ? 'buyer.notFound' : 'buyer.notAsked')} />
}

const toBuyer = (pin: string, name: string | undefined): Buyer => ({
  pin,
  ...(name && { name: name.slice(0, 60) }),
})
