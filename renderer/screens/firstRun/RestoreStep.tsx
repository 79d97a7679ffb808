import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../core/contract/index.ts'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { common } from '../../i18n/common.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { FolderDialog } from '../../window/FolderDialog.tsx'
import { recoveryWords } from '../../window/recoveryWords.ts'
import type { Profile } from '../../window/session.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { Step } from './Step.tsx'
import { useConnectionForm } from './useConnectionForm.ts'
import { words } from './words.ts'

interface RestoreStepProps {
  userName: string
  /** null: not created yet. */
  profile: Profile | null
  onBack: () => void
  onDone: () => void
}

/** A backup of a shop that was on another computer: what is in it is verified and shown first. */
export function RestoreStep({ profile, onBack, ...step }: RestoreStepProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const r = useWords(recoveryWords)
  const [choosing, setChoosing] = useState(false)
  // An answer that stays: a query would ask again once the window has come to the new profile.
  const { data, error, isIdle, isPending, mutate: look } = useAct('backup.look')
  const choose = (
    <Button icon="folder" onPress={() => setChoosing(true)}>
      {t(isIdle ? 'restore.choose' : 'restore.chooseOther')}
    </Button>
  )
  const dialog = choosing && (
    <FolderDialog wanted="file" onChoose={(path) => look({ path })} onClose={() => setChoosing(false)} />
  )
  if (data)
    return (
      <Found key={data.file} found={data} profile={profile} {...step}>
        {choose}
        {dialog}
      </Found>
    )
  return (
    <Step
      step="shop"
      title={t('restore.title')}
      onSubmit={() => undefined}
      acts={
        !profile && (
          <Button size={48} onPress={onBack}>
            {tc('acts.back')}
          </Button>
        )
      }
    >
      <p>{t('restore.text')}</p>
      {choose}
      <FailureNote error={error} />
      {isPending && <p>{r('restore.checking')}</p>}
      {dialog}
    </Step>
  )
}

interface FoundProps extends Omit<RestoreStepProps, 'onBack'> {
  found: OutputOf<'backup.look'>
  children: React.ReactNode
}

function Found({ found, userName, profile, onDone, children }: FoundProps) {
  const t = useWords(words)
  const r = useWords(recoveryWords)
  const { environment, taxpayerPin, branchId, deviceSerial } = found
  const form = useConnectionForm(profile, { environment, taxpayerPin, branchId, deviceSerial })
  const create = useAct('profile.create')
  const restore = useAct('backup.restore')
  const [pin, setPin] = useState('')
  // A call names the profile of the window, and the window comes to a new one a moment after its creation.
  const [wanted, want] = useState(false)
  const { mutate } = restore
  useEffect(() => {
    if (!wanted || !profile) return
    want(false)
    mutate({ copy: { place: 'file', path: found.file }, pin }, { onSuccess: onDone })
  }, [wanted, profile, mutate, found.file, pin, onDone])

  async function submit() {
    if (!profile) {
      const input = form.check()
      if (!input) return
      await create.mutateAsync(input)
    }
    want(true)
  }
  return (
    <Step
      step="shop"
      title={t('restore.title')}
      onSubmit={() => {
        submit().catch(() => undefined)
      }}
      acts={
        <Button
          type="submit"
          variant="primary"
          size={48}
          disabled={!/^\d{4,}$/.test(pin)}
          pending={create.isPending || wanted || restore.isPending}
        >
          {t('restore.act')}
        </Button>
      }
    >
      <Note tone="ok" title={r('restore.checked')} />
      <Facts
        facts={[
          [t('device.environment'), t(environment === 'sandbox' ? 'device.sandbox' : 'device.production')],
          [t('device.taxPin'), `${taxpayerPin}, ${branchId}`],
          [t('device.serial'), deviceSerial],
          [r('restore.sales'), found.sales],
          [r('restore.creditNotes'), found.creditNotes],
          [r('restore.lastNumber'), found.lastNumber],
          [
            r('restore.lastSoldAt'),
            found.lastSoldAt === null ? r('restore.noneSold') : formatMoment(found.lastSoldAt),
          ],
          [r('restore.waiting'), found.waiting],
          [r('restore.name'), found.file],
        ]}
      />
      <div>{children}</div>
      {!profile && <ConnectionFields form={form} asks="connection" failed={create.error} />}
      <TextField
        label={r('restore.pin', { name: userName })}
        type="password"
        inputMode="numeric"
        value={pin}
        onChange={setPin}
        maxLength={12}
      />
      <FailureNote error={restore.error} />
    </Step>
  )
}
