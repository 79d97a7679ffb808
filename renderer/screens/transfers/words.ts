import { transfers as en } from '../../i18n/en/transfers.ts'
import { defineWords } from '../../i18n/index.ts'
import { transfers as sw } from '../../i18n/sw/transfers.ts'

export const words = defineWords('transfers', { en, sw })
