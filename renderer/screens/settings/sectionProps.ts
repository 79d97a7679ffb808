import type { SettingsDraft } from './settingsDraft.ts'

export interface SectionProps {
  draft: SettingsDraft
  /** Somebody has tried to save: what is wrong is said at its field. */
  asked: boolean
}
