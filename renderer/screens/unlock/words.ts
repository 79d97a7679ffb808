import { unlock as en } from '../../i18n/en/unlock.ts'
import { defineWords } from '../../i18n/index.ts'
import { unlock as sw } from '../../i18n/sw/unlock.ts'

export const words = defineWords('unlock', { en, sw })
