import { getSettings } from './get.ts'
import { saveSettings } from './save.ts'

export const settingsHandlers = {
  'settings.get': getSettings,
  'settings.save': saveSettings,
}
