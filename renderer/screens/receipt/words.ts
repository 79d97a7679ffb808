import { receipt as en } from '../../i18n/en/receipt.ts'
import { defineWords } from '../../i18n/index.ts'
import { receipt as sw } from '../../i18n/sw/receipt.ts'

export const words = defineWords('receipt', { en, sw })
