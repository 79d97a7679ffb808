import { orders as en } from '../../../i18n/en/orders.ts'
import { defineWords } from '../../../i18n/index.ts'
import { orders as sw } from '../../../i18n/sw/orders.ts'

export const words = defineWords('orders', { en, sw })
