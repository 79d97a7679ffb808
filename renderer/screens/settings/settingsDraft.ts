/** Settings as they are being changed: kept until saved or undone, whatever screen one goes to meanwhile. */
import { useState } from 'react'
import type { Settings } from '../../../core/contract/workspace.ts'
import { type CallFailed, useAct } from '../../queries/calls.ts'

type SettingsChanges = Partial<Settings>

const kept = new Map<string, SettingsChanges>()

export interface SettingsDraft {
  /** The saved settings with the unsaved changes applied. */
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
