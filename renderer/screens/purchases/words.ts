import { purchases as en } from '../../i18n/en/purchases.ts'
import { defineWords } from '../../i18n/index.ts'
import { purchases as sw } from '../../i18n/sw/purchases.ts'

export const words = defineWords('purchases', { en, sw })
