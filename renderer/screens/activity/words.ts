import { audit as en } from '../../i18n/en/audit.ts'
import { defineWords } from '../../i18n/index.ts'
import { audit as sw } from '../../i18n/sw/audit.ts'

export const words = defineWords('audit', { en, sw })
