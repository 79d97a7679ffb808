import type { PracticeMode } from '../../../../core/contract/device.ts'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import { useAct, useCall } from '../../../queries/calls.ts'
import { words } from '../words.ts'

const modes: readonly PracticeMode[] = ['normal', 'offline', 'losesAnswers', 'refusesNextSale']

/** Lets the practice authority fail, so that a shop knows what that looks like. */
export function OutageSection() {
  const t = useWords(words)
  const { data, error } = useCall('practice.get', {})
  const set = useAct('practice.set')
  const mode = set.isPending ? set.variables.mode : (data?.mode ?? 'normal')
  return (
    <div className="settings-choice settings-wide">
      <span className="field-label">{t('outage.mode')}</span>
      <Pills
        label={t('outage.mode')}
        value={mode}
        onChange={(next) => set.mutate({ mode: next })}
        pills={modes.map((id) => ({ id, label: t(`outage.${id}`) }))}
      />
      <p>{t(`outage.${mode}Text`)}</p>
      <FailureNote error={error ?? set.error} />
    </div>
  )
}
