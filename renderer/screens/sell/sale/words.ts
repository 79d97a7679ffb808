import { sell as en } from '../../../i18n/en/sell.ts'
import { defineWords } from '../../../i18n/index.ts'
import { sell as sw } from '../../../i18n/sw/sell.ts'

export const words = defineWords('sell', { en, sw })
