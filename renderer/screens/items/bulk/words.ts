import { bulk as en } from '../../../i18n/en/bulk.ts'
import { defineWords } from '../../../i18n/index.ts'
import { bulk as sw } from '../../../i18n/sw/bulk.ts'

export const words = defineWords('bulk', { en, sw })
