import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { common } from '../../i18n/common.ts'
import { explain } from '../../i18n/errors.ts'
import { useWords } from '../../i18n/index.ts'
import { useAct, useCall } from '../../queries/calls.ts'
import type { Profile } from '../../window/session.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { Step } from './Step.tsx'
import { useConnectionForm } from './useConnectionForm.ts'
import { words } from './words.ts'

interface DeviceStepProps {
  shopName: string
  /** null: not created yet. */
  profile: Profile | null
  onBack: () => void
  onDone: () => void
  /** Into a practice shop instead. */
  onPractise: () => void
}

/** Asks for the device that the authority approved, and activates it. What was rejected is corrected in place. */
export function DeviceStep({ shopName, profile, onBack, onDone, onPractise }: DeviceStepProps) {
  const t = useWords(words)
  const tc = useWords(common)
  const form = useConnectionForm(profile, { name: shopName })
  const create = useAct('profile.create')
  const correct = useAct('profile.correct')
  const initialize = useAct('device.initialize')
  const practise = useAct('profile.createPractice')
  const enter = useAct('profile.switch')

  // A call names the profile of the window, and the window comes to a new one a moment after its creation.
  const [wanted, want] = useState(false)
  const { mutate: activate } = initialize
  useEffect(() => {
    if (!wanted || !profile) return
    want(false)
    activate({})
  }, [wanted, profile, activate])

  async function submit() {
    const input = form.check()
    if (!input) return
    if (!profile) await create.mutateAsync(input)
    else if (form.isChanged) await correct.mutateAsync({ id: profile.id, ...input })
    want(true)
  }

  async function practiseFirst() {
    const { id } = await practise.mutateAsync({ name: t('device.practiceName'), demoShop: true })
    await enter.mutateAsync({ id })
    onPractise()
  }

  if (profile?.deviceReady || initialize.data)
    return <Activated missing={isIncomplete(initialize.data)} onDone={onDone} />
  const isBusy = create.isPending || correct.isPending || wanted || initialize.isPending
  return (
    <Step
      step="device"
      title={t('device.title')}
      onSubmit={() => {
        submit().catch(() => undefined)
      }}
      acts={
        <>
          {!profile && (
            <>
              <Button size={48} onPress={onBack}>
                {tc('acts.back')}
              </Button>
              <Button
                size={48}
                variant="quiet"
                pending={practise.isPending || enter.isPending}
                onPress={() => {
                  practiseFirst().catch(() => undefined)
                }}
              >
                {t('device.practise')}
              </Button>
            </>
          )}
          {profile && (
            <Button size={48} disabled={isBusy} onPress={onDone}>
              {t('later')}
            </Button>
          )}
          <Button type="submit" variant="primary" size={48} pending={isBusy}>
            {t('device.act')}
          </Button>
        </>
      }
    >
      <p>{t('device.text')}</p>
      <FailureNote error={practise.error ?? enter.error} />
      {initialize.isError && !isBusy && (
        <>
          <FailureNote error={initialize.error} />
          <p>{t('device.unreached')}</p>
        </>
      )}
      <ConnectionFields form={form} asks="device" failed={create.error ?? correct.error} />
    </Step>
  )
}

const isIncomplete = (answer: { syncResult: Record<string, boolean> } | undefined): boolean =>
  answer !== undefined && Object.values(answer.syncResult).includes(false)

/** `missing`: the authority did not send all of its tables. */
function Activated({ missing, onDone }: { missing: boolean; onDone: () => void }) {
  const t = useWords(words)
  const { data, error } = useCall('device.status', {})
  const restore = useAct('device.restore')
  const [key, setKey] = useState('')
  // A backup has the device, but never its key.
  const needsKey = data?.hasKey === false
  return (
    <Step
      step="device"
      title={t('device.title')}
      onSubmit={() => {
        if (!needsKey) return onDone()
        const { sdcId, mrcNo } = data
        if (key.trim() !== '' && sdcId && mrcNo)
          restore.mutate({ cmcKey: key.trim(), sdcId, mrcNo }, { onSuccess: onDone })
      }}
      acts={
        <>
          {needsKey && (
            <Button size={48} onPress={onDone}>
              {t('later')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size={48}
            disabled={needsKey && key.trim() === ''}
            pending={restore.isPending}
            autoFocus
          >
            {t(needsKey ? 'device.saveKey' : 'next')}
          </Button>
        </>
      }
    >
      {needsKey ? (
        <>
          <Note tone="wait" title={t('device.needsKey')}>
            {t('device.needsKeyTodo')}
          </Note>
          <TextField
            label={t('device.key')}
            value={key}
            onChange={setKey}
            error={restore.error ? explain(restore.error.failure) : undefined}
            maxLength={255}
          />
        </>
      ) : (
        <Note tone="ok" title={t('device.answered')} />
      )}
      <FailureNote error={error} />
      {data && (
        <Facts
          facts={[
            [t('device.sdcId'), data.sdcId],
            [t('device.mrcNo'), data.mrcNo],
            [t('device.taxpayer'), data.taxpayerName],
            [t('device.branchName'), data.branchName],
          ]}
        />
      )}
      {missing && <Note tone="wait" title={t('device.missing')} />}
    </Step>
  )
}
