import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Note } from '../../components/Note.tsx'
import { StateWord } from '../../components/StateWord.tsx'
import { useWords } from '../../i18n/index.ts'
import { useAct } from '../../queries/calls.ts'
import { Step } from './Step.tsx'
import { words } from './words.ts'

interface DeviceStepProps {
  /** The window has come to the profile that was made; before that nothing can begin in it. */
  ready: boolean
  onCorrect: () => void
  onDone: () => void
}

/** Initialises the device and shows the authority's answer as it came. */
export function DeviceStep({ ready, onCorrect, onDone }: DeviceStepProps) {
  const t = useWords(words)
  const initialize = useAct('device.initialize')
  const answer = initialize.data
  return (
    <Step
      step={3}
      title={t('device.title')}
      onSubmit={() => {
        if (answer) onDone()
        else if (ready) initialize.mutate({})
      }}
      acts={
        answer ? (
          <Button type="submit" variant="primary" size={48} autoFocus>
            {t('device.done')}
          </Button>
        ) : (
          <>
            <Button size={48} variant="quiet" disabled={initialize.isPending} onPress={onCorrect}>
              {t('device.correct')}
            </Button>
            <Button size={48} onPress={onDone}>
              {t('device.later')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              size={48}
              disabled={!ready}
              pending={initialize.isPending}
            >
              {t('device.act')}
            </Button>
          </>
        )
      }
    >
      {!answer && <p>{t('device.text')}</p>}
      <FailureNote error={initialize.error} />
      {initialize.isError && <p>{t('device.unreached')}</p>}
      {answer && (
        <>
          <Note tone="ok" title={t('device.answered')} />
          <dl className="step-answer">
            <Fact name={t('device.sdcId')}>{answer.deviceInfo.sdcId}</Fact>
            <Fact name={t('device.mrcNo')}>{answer.deviceInfo.mrcNo}</Fact>
            <Fact name={t('device.status')}>{answer.deviceInfo.deviceStatus}</Fact>
            <Fetched name={t('device.tables')} here={answer.syncResult.codes} />
            <Fetched name={t('device.notices')} here={answer.syncResult.notices} />
            <Fetched name={t('device.branches')} here={answer.syncResult.branches} />
          </dl>
        </>
      )}
    </Step>
  )
}

function Fetched({ name, here }: { name: string; here: boolean }) {
  const t = useWords(words)
  return (
    <Fact name={name}>
      <StateWord tone={here ? 'ok' : 'wait'}>{t(here ? 'device.here' : 'device.missing')}</StateWord>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
