import { useState } from 'react'
import type { OutputOf } from '../../../../core/contract/index.ts'
import { Button } from '../../../components/Button.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Note } from '../../../components/Note.tsx'
import { notify } from '../../../components/notices.ts'
import { StateWord } from '../../../components/StateWord.tsx'
import { formatDay, formatTime } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { useHere } from '../../../window/session.ts'
import { ConnectDialog } from '../profiles/ConnectDialog.tsx'
import { words } from '../words.ts'
import './device.css'

/** How the authority knows this till. */
export function DeviceSection() {
  const t = useWords(words)
  const { may, profile } = useHere()
  const [correcting, setCorrecting] = useState(false)
  const { data: device, error } = useCall('device.status', {})
  return (
    <div className="settings-fields">
      <FailureNote error={error} />
      {device && (
        <>
          {device.ready && !device.hasKey ? (
            <Note tone="bad" title={t('device.noKey')} />
          ) : (
            <Note
              tone={device.ready ? 'ok' : 'bad'}
              title={t(device.ready ? 'device.ready' : 'device.notReady')}
            >
              {t(device.ready ? 'device.readyText' : 'device.notReadyText')}
            </Note>
          )}
          <Facts
            facts={[
              [t('device.serial'), device.serial],
              [t('device.pin'), `${device.taxpayerPin}, ${device.branchId}`],
              [t('device.taxpayer'), device.taxpayerName ?? t('device.unknown')],
              [t('device.place'), [device.branchName, device.place].filter(Boolean).join(', ') || null],
              [t('device.sdcId'), device.sdcId ?? t('device.unknown')],
              [t('device.mrcNo'), device.mrcNo ?? t('device.unknown')],
              [
                t('device.since'),
                device.initialisedAt === null
                  ? null
                  : `${formatDay(device.initialisedAt)} ${formatTime(device.initialisedAt)}`,
              ],
            ]}
          />
          {may('owner') && !profile.practice && (
            <Button onPress={() => setCorrecting(true)}>{t('profiles.correct')}</Button>
          )}
          {may('owner') && <Initialise device={device} />}
          {correcting && (
            <ConnectDialog
              profile={{ ...profile, deviceReady: device.ready }}
              onClose={() => setCorrecting(false)}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Once per device; a device that began elsewhere brings its kept key instead. */
function Initialise({ device }: { device: OutputOf<'device.status'> }) {
  const t = useWords(words)
  const initialise = useAct('device.initialize')
  const answer = initialise.data
  const { ready } = device
  const fetched = (name: 'codes' | 'notices' | 'branches', here: boolean) =>
    [
      t(`device.synced.${name}`),
      <StateWord key={name} tone={here ? 'ok' : 'wait'}>
        {t(here ? 'device.synced.yes' : 'device.synced.no')}
      </StateWord>,
    ] as const
  return (
    <>
      {!ready && !answer && (
        <section className="settings-choice">
          <p>{t('device.initialiseText')}</p>
          <Button
            variant="primary"
            size={48}
            pending={initialise.isPending}
            onPress={() => initialise.mutate({})}
          >
            {t(initialise.isPending ? 'device.initialising' : 'device.initialise')}
          </Button>
        </section>
      )}
      <FailureNote error={initialise.error} />
      {answer && (
        <section className="settings-answer">
          <h3>{t('device.answer')}</h3>
          <Facts
            facts={[
              ['sdcId', answer.deviceInfo.sdcId],
              ['mrcNo', answer.deviceInfo.mrcNo],
              ['deviceStatus', answer.deviceInfo.deviceStatus],
              fetched('codes', answer.syncResult.codes),
              fetched('notices', answer.syncResult.notices),
              fetched('branches', answer.syncResult.branches),
            ]}
          />
        </section>
      )}
      {!(ready && device.hasKey) && <Restore device={device} />}
    </>
  )
}

const blank = { cmcKey: '', sdcId: '', mrcNo: '' }

function Restore({ device: { sdcId, mrcNo } }: { device: OutputOf<'device.status'> }) {
  const t = useWords(words)
  const [form, setForm] = useState({ ...blank, sdcId: sdcId ?? '', mrcNo: mrcNo ?? '' })
  const [asked, setAsked] = useState(false)
  const restore = useAct('device.restore')
  const faults = {
    cmcKey: form.cmcKey.trim().length < 8,
    sdcId: form.sdcId.trim() === '',
    mrcNo: form.mrcNo.trim() === '',
  }
  function submit() {
    setAsked(true)
    if (Object.values(faults).some(Boolean)) return
    const { cmcKey, sdcId, mrcNo } = form
    restore.mutate(
      { cmcKey: cmcKey.trim(), sdcId: sdcId.trim(), mrcNo: mrcNo.trim() },
      { onSuccess: () => notify({ tone: 'ok', text: t('device.restored') }) },
    )
  }
  const field = (name: keyof typeof blank, maxLength: number) => (
    <TextField
      label={t(name === 'cmcKey' ? 'device.key' : `device.${name}`)}
      {...(name === 'cmcKey' ? { hint: t('device.keyHint') } : {})}
      value={form[name]}
      onChange={(value) => setForm({ ...form, [name]: value })}
      error={asked && faults[name] ? t(name === 'cmcKey' ? 'problem.key' : 'problem.required') : undefined}
      maxLength={maxLength}
    />
  )
  return (
    <details className="settings-more">
      <summary>{t('device.restore')}</summary>
      <form
        className="settings-fields"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('device.restoreText')}</p>
        {field('cmcKey', 255)}
        <div className="settings-pair">
          {field('sdcId', 18)}
          {field('mrcNo', 11)}
        </div>
        <FailureNote error={restore.error} />
        <Button type="submit" pending={restore.isPending}>
          {t('device.restoreConfirm')}
        </Button>
      </form>
    </details>
  )
}
