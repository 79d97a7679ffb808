import { useState } from 'react'
import { pinProblem } from '../../../core/contract/pinRules.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import { useWords } from '../../i18n/index.ts'
import { words } from './words.ts'

/** A name and a PIN of one's own; `owner` is null until they can be taken. */
export function useOwnerForm(taken: (name: string) => boolean = () => false) {
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const isTaken = taken(name.trim().toLowerCase())
  const problem = pinProblem(pin, 'owner')
  const ready = name.trim() !== '' && !isTaken && problem === null && pin === again
  return {
    name,
    setName,
    isTaken,
    pin,
    setPin,
    again,
    setAgain,
    problem,
    owner: ready ? { name, pin } : null,
  }
}

export function OwnerFields({ form }: { form: ReturnType<typeof useOwnerForm> }) {
  const t = useWords(words)
  const { name, setName, isTaken, pin, setPin, again, setAgain, problem } = form
  const figures = (change: (value: string) => void) => (value: string) => change(value.replaceAll(/\D/g, ''))
  return (
    <>
      <TextField
        label={t('owner.name')}
        value={name}
        onChange={setName}
        error={isTaken ? t('owner.taken') : undefined}
        maxLength={60}
        autoFocus
      />
      <TextField
        label={t('owner.pin')}
        hint={t('owner.pinHint')}
        type="password"
        inputMode="numeric"
        maxLength={8}
        value={pin}
        onChange={figures(setPin)}
        error={problem === 'common' ? t('owner.common') : undefined}
      />
      <TextField
        label={t('owner.again')}
        type="password"
        inputMode="numeric"
        maxLength={8}
        value={again}
        onChange={figures(setAgain)}
        error={again.length >= pin.length && again !== pin ? t('owner.differs') : undefined}
      />
    </>
  )
}
