import { stock as en } from '../../i18n/en/stock.ts'
import { defineWords } from '../../i18n/index.ts'
import { stock as sw } from '../../i18n/sw/stock.ts'

export const words = defineWords('stock', { en, sw })
