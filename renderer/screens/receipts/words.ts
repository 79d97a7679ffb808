import { receipts as en } from '../../i18n/en/receipts.ts'
import { defineWords } from '../../i18n/index.ts'
import { receipts as sw } from '../../i18n/sw/receipts.ts'

export const words = defineWords('receipts', { en, sw })
