import { firstRun as en } from '../../i18n/en/firstRun.ts'
import { defineWords } from '../../i18n/index.ts'
import { firstRun as sw } from '../../i18n/sw/firstRun.ts'

export const words = defineWords('firstRun', { en, sw })
