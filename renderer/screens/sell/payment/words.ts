import { payment as en } from '../../../i18n/en/payment.ts'
import { defineWords } from '../../../i18n/index.ts'
import { payment as sw } from '../../../i18n/sw/payment.ts'

export const words = defineWords('payment', { en, sw })
