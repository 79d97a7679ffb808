import { useState } from 'react'
import { taxpayerPinForm } from '../../../core/contract/bounds.ts'
import type { Customer } from '../../../core/contract/customer.ts'
import { phoneKey, phonePart } from '../../../core/fiscal/phone.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { MoneyField } from '../../components/fields/NumberFields.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { notify } from '../../components/notices.ts'
import { useWords } from '../../i18n/index.ts'
import { onEnter } from '../../input/onEnter.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import { useHere } from '../../window/session.ts'
import { SaveKey } from './SaveKey.tsx'
import { words } from './words.ts'

interface CustomerDialogProps {
  /** null: a new one. */
  customer: (Customer & { id: number }) | null
  /** What was searched for: a phone number, a PIN, or a name. */
  typed?: string
  onClose: () => void
  onSaved: (id: number) => void
}

/** Adds a customer, or changes one. */
export function CustomerDialog({ customer, typed = '', onClose, onSaved }: CustomerDialogProps) {
  const t = useWords(words)
  const { may } = useHere()
  const begins = { name: '', phone: '', pin: '' }
  if (taxpayerPinForm.test(typed.toUpperCase())) begins.pin = typed.toUpperCase()
  else if (phonePart(typed) !== null || phoneKey(typed) !== null) begins.phone = typed
  else begins.name = typed
  const [name, setName] = useState(customer?.name ?? begins.name)
  const [phone, setPhone] = useState(customer?.phone ?? begins.phone)
  const [pin, setPin] = useState(customer?.pin ?? begins.pin)
  const [email, setEmail] = useState(customer?.email ?? '')
  const [address, setAddress] = useState(customer?.address ?? '')
  const [note, setNote] = useState(customer?.note ?? '')
  const [limit, setLimit] = useState(customer?.creditLimit ?? null)
  const [asked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  const act = useAct('customer.save')
  const hasPin = taxpayerPinForm.test(pin)
  const pinWrong = pin !== '' && !hasPin
  const isPinNew = hasPin && pin !== customer?.pin
  const { data: found } = useCall('customer.lookUp', { pin }, { enabled: isPinNew })
  const field = act.error?.failure.field

  function save() {
    setAsked(true)
    if (name.trim() === '' || pinWrong || act.isPending) return
    act.mutate(
      {
        ...(customer ? { id: customer.id } : { requestId }),
        name: name.trim(),
        ...(pin !== '' && { pin }),
        phone: phone.trim(),
        email: email.trim(),
        address: address.trim(),
        note: note.trim(),
        ...(may('manager') && { creditLimit: limit }),
      },
      {
        onSuccess: ({ id }) => {
          notify({ tone: 'ok', text: t('form.saved', { name: name.trim() }) })
          onClose()
          if (id !== null) onSaved(id)
        },
      },
    )
  }
  return (
    <Dialog
      title={t(customer ? 'form.edit' : 'form.new')}
      size="large"
      onClose={onClose}
      acts={
        <Button variant="primary" size={48} keyCap="F9" pending={act.isPending} onPress={save}>
          {t('form.save')}
        </Button>
      }
    >
      <SaveKey label={t('form.save')} run={save} />
      <FailureNote error={act.error} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field */}
      <div className="customers-form" onKeyDown={onEnter(save)}>
        <TextField
          label={t('form.name')}
          value={name}
          onChange={setName}
          maxLength={60}
          error={asked && name.trim() === '' ? t('form.nameMissing') : undefined}
          autoFocus
        />
        <TextField
          label={t('phone')}
          hint={t('form.phoneHint')}
          value={phone}
          onChange={(text) => {
            act.reset()
            setPhone(text)
          }}
          type="tel"
          maxLength={20}
          {...(field === 'phone' && { error: t('form.phoneHint') })}
        />
        <TextField
          label={t('pin')}
          hint={t(customer?.pin ? 'form.pinStays' : 'form.pinHint')}
          value={pin}
          onChange={(text) => setPin(text.toUpperCase().trim())}
          disabled={Boolean(customer?.pin)}
          maxLength={11}
          error={asked && pinWrong ? t('form.pinWrong') : undefined}
        />
        {may('manager') ? (
          <MoneyField label={t('limit')} hint={t('form.limitHint')} value={limit} onChange={setLimit} />
        ) : (
          <p className="customers-hint">{t('form.limitManager')}</p>
        )}
        {isPinNew && found?.customer && (
          <div className="customers-wide">
            <Note
              tone="ok"
              title={t('form.pinOf', { name: found.customer.name })}
              acts={
                name.trim() === '' && (
                  <Button onPress={() => setName(found.customer?.name.slice(0, 60) ?? '')}>
                    {found.customer.name}
                  </Button>
                )
              }
            />
          </div>
        )}
        <TextField label={t('email')} value={email} onChange={setEmail} type="email" maxLength={50} />
        <TextField label={t('address')} value={address} onChange={setAddress} maxLength={300} />
        <TextField
          className="customers-wide"
          label={t('note')}
          value={note}
          onChange={setNote}
          maxLength={1000}
        />
      </div>
    </Dialog>
  )
}
