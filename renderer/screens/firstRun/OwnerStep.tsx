import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/TextField.tsx'
import { common } from '../../i18n/common.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { Step } from './Step.tsx'
import { words } from './words.ts'

interface OwnerStepProps {
  /** Nothing follows: the profile is there already. */
  alone: boolean
  onBack?: () => void
}

export function OwnerStep({ alone, onBack }: OwnerStepProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const create = useAct('workspace.createOwner')
  const ready = name.trim() !== '' && /^\d{4,8}$/.test(pin) && pin === again
  const figures = (change: (value: string) => void) => (value: string) => change(value.replaceAll(/\D/g, ''))
  return (
    <Step
      {...(alone ? {} : { step: 1 })}
      title={t('owner.title')}
      onSubmit={() => ready && create.mutate({ name, pin })}
      acts={
        <>
          {onBack && (
            <Button size={48} onPress={onBack}>
              {tc('acts.back')}
            </Button>
          )}
          <Button type="submit" variant="primary" size={48} disabled={!ready} pending={create.isPending}>
            {t('owner.act')}
          </Button>
        </>
      }
    >
      <p>{t(alone ? 'owner.needed' : 'owner.hint')}</p>
      <FailureNote error={create.error} />
      <TextField label={t('owner.name')} value={name} onChange={setName} maxLength={60} autoFocus />
      <TextField
        label={t('owner.pin')}
        hint={t('owner.pinHint')}
        type="password"
        inputMode="numeric"
        maxLength={8}
        value={pin}
        onChange={figures(setPin)}
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
    </Step>
  )
}
