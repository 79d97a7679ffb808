import { customers as en } from '../../i18n/en/customers.ts'
import { defineWords } from '../../i18n/index.ts'
import { customers as sw } from '../../i18n/sw/customers.ts'

export const words = defineWords('customers', { en, sw })
