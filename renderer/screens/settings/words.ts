import { settings as en } from '../../i18n/en/settings.ts'
import { defineWords } from '../../i18n/index.ts'
import { settings as sw } from '../../i18n/sw/settings.ts'

export const words = defineWords('settings', { en, sw })
