import { payment as paymentEn } from '../../i18n/en/payment.ts'
import { shift as en } from '../../i18n/en/shift.ts'
import { defineWords } from '../../i18n/index.ts'
import { payment as paymentSw } from '../../i18n/sw/payment.ts'
import { shift as sw } from '../../i18n/sw/shift.ts'

export const words = defineWords('shift', { en, sw })
/** The names of the payment methods. */
export const paymentWords = defineWords('payment', { en: paymentEn, sw: paymentSw })
