import { type FormEvent, useRef, useState } from 'react'
import type { Customer } from '../../../../core/contract/customer.ts'
import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { useWords } from '../../../i18n/index.ts'
import { playSound } from '../../../input/sounds.ts'
import { useCall } from '../../../queries/calls.ts'
import type { Buyer } from '../sale/cart.ts'
import { words } from '../sale/words.ts'
import { readBuyer } from './buyerText.ts'
import { LetterPad } from './LetterPad.tsx'

interface BuyerFormProps {
  buyer: Buyer | undefined
  onSet: (buyer: Buyer | null) => void
}

/**
 * Asks for the buyer: a PIN, a customer of the shop found by name or phone, or a name alone. It waits for no response.
 * Enter never turns a mistyped PIN into a name: the authority would get a company's invoice without its PIN.
 */
export function BuyerForm({ buyer, onSet }: BuyerFormProps) {
  const t = useWords(words)
  const [pinText, setPinText] = useState(buyer?.pin ?? '')
  const [nameText, setNameText] = useState(buyer?.name ?? '')
  const [isNaming, setNaming] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const typedPin = readBuyer(pinText)
  const typedName = readBuyer(nameText)
  const pin = typedPin.kind === 'pin' ? typedPin.pin : ''
  const text = (pinText || nameText).trim()
  const { data: known } = useCall(
    'customer.list',
    { text, limit: 5 },
    { enabled: pin === '', keepPrevious: true },
  )
  const { data: found, isFetching } = useCall('customer.lookUp', { pin }, { enabled: pin !== '' })
  const unsure = pin !== '' && found?.askedAuthority === true && found.customer === null
  const corrected = typedPin.kind === 'slip' ? typedPin.corrected : null
  /** The one customer with the typed phone number. */
  const isPhone = typedPin.kind === 'phone' || (typedPin.kind === 'empty' && typedName.kind === 'phone')
  const onlyCustomer = isPhone && known?.customers.length === 1 ? known.customers[0] : undefined

  function moveToName(name: string) {
    setNameText(name)
    setPinText('')
    nameField.current?.focus()
  }

  function use(event: FormEvent) {
    event.preventDefault()
    if (pin) {
      const named = nameText.trim().slice(0, 60)
      onSet(found?.customer ? toBuyer(found.customer) : { pin, ...(named && { name: named }) })
    } else if (onlyCustomer) onSet(toBuyer(onlyCustomer))
    else if (corrected) setPinText(corrected)
    else if (typedPin.kind === 'name') moveToName(typedPin.name)
    else if (typedPin.kind === 'empty' && typedName.kind === 'name') onSet({ name: typedName.name })
    else playSound('no')
  }

  function actWords() {
    if (corrected) return t('buyer.correct', { pin: corrected })
    if (onlyCustomer) return t('buyer.useCustomer', { name: onlyCustomer.name })
    if (typedPin.kind === 'name') return t('buyer.isName')
    if (typedPin.kind === 'empty' && typedName.kind === 'name') return t('buyer.useName')
    return t(unsure ? 'buyer.useAnyway' : 'buyer.use')
  }
  const leadsOn =
    pin ||
    corrected ||
    onlyCustomer ||
    typedPin.kind === 'name' ||
    (typedPin.kind === 'empty' && typedName.kind === 'name')

  return (
    <form className="sell-form" onSubmit={use}>
      <div className="sell-buyer-fields">
        <TextField
          label={t('buyer.pin')}
          hint={t('buyer.hint')}
          value={pinText}
          onChange={(typed) => setPinText(typed.toUpperCase())}
          onFocus={() => setNaming(false)}
          maxLength={60}
          autoFocus
        />
        <TextField
          label={t('buyer.name')}
          hint={t('buyer.nameHint')}
          value={nameText}
          onChange={setNameText}
          onFocus={() => setNaming(true)}
          maxLength={60}
          ref={nameField}
        />
      </div>
      <LetterPad text={isNaming ? nameText : pinText} onText={isNaming ? setNameText : setPinText} />
      {typedPin.kind === 'slip' && (
        <Note tone="wait" title={corrected ? t('buyer.meant', { pin: corrected }) : t('buyer.noPin')} />
      )}
      {typedPin.kind === 'empty' && (typedName.kind === 'pin' || typedName.kind === 'slip') && (
        <Note
          tone="wait"
          title={t('buyer.nameIsPin')}
          acts={<Button onPress={() => onSet({ name: nameText.trim() })}>{t('buyer.useName')}</Button>}
        />
      )}
      {pin ? (
        <BuyerFound found={found} asking={isFetching} />
      ) : (
        known &&
        known.customers.length > 0 && (
          <ul className="sell-customers" aria-label={t('buyer.known')}>
            {known.customers.map((customer) => (
              <li key={customer.id}>
                <button type="button" onClick={() => onSet(toBuyer(customer))}>
                  <b>{customer.name}</b>
                  <small>{[customer.phone, customer.pin].filter(Boolean).join(' · ')}</small>
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
        <Button type="submit" variant="primary" size={56} wide keyCap="Enter" disabled={!leadsOn}>
          {actWords()}
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

const toBuyer = ({ id, pin, name }: Customer): Buyer => ({
  ...(id !== null && { customerId: id }),
  ...(pin !== null && { pin }),
  name: name.slice(0, 60),
})
