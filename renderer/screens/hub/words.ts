import { hub as en } from '../../i18n/en/hub.ts'
import { defineWords } from '../../i18n/index.ts'
import { hub as sw } from '../../i18n/sw/hub.ts'

export const words = defineWords('hub', { en, sw })
