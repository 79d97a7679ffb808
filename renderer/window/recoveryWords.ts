import { recovery as en } from '../i18n/en/recovery.ts'
import { defineWords } from '../i18n/index.ts'
import { recovery as sw } from '../i18n/sw/recovery.ts'

export const recoveryWords = defineWords('recovery', { en, sw })
