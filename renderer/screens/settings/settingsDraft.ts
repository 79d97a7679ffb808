/** Settings as they are being changed: kept until saved or undone, whatever screen one goes to meanwhile. */
import { useState } from 'react'
import type { ScaleRule, Settings } from '../../../core/contract/workspace.ts'
import { type CallFailed, useAct } from '../../queries/calls.ts'

export type SettingsChanges = Partial<Settings>

const kept = new Map<string, SettingsChanges>()

export interface SettingsDraft {
  /** What is saved, with what is changed over it. */
  settings: Settings
  change: (changes: SettingsChanges) => void
  dirty: boolean
  undo: () => void
  /** Resolves once it is saved; failures are in `error`. */
  save: () => Promise<void>
  saving: boolean
  error: CallFailed | null
}

export function useSettingsDraft(profileId: string, saved: Settings): SettingsDraft {
  const [changes, setChanges] = useState<SettingsChanges>(() => kept.get(profileId) ?? {})
  const act = useAct('settings.save')
  const keep = (next: SettingsChanges) => {
    kept.set(profileId, next)
    setChanges(next)
  }
  return {
    settings: { ...saved, ...changes },
    change: (more) => keep({ ...changes, ...more }),
    dirty: Object.keys(changes).length > 0,
    undo: () => {
      act.reset()
      keep({})
    },
    save: async () => {
      await act.mutateAsync(changes)
      keep({})
    },
    saving: act.isPending,
    error: act.error,
  }
}

export type SettingsProblem = 'tradeName' | 'tillName' | 'scaleRules'

/** Digits of a label under a rule; a label has 13. */
export const labelLength = ({ prefix, itemDigits, valueDigits, innerCheckDigit }: ScaleRule): number =>
  prefix.length + itemDigits + (innerCheckDigit ? 1 : 0) + valueDigits + 1

export const isPrefix = (text: string): boolean => /^2\d?$/.test(text)

/** What cannot be saved as it is. */
export function settingsProblems({ shop, tillName, scaleRules }: Settings): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  if (shop.tradeName.trim() === '') problems.push('tradeName')
  if (tillName.trim() === '') problems.push('tillName')
  if (scaleRules.some((rule) => !isPrefix(rule.prefix) || labelLength(rule) !== 13))
    problems.push('scaleRules')
  return problems
}
