import { items as en } from '../../i18n/en/items.ts'
import { defineWords } from '../../i18n/index.ts'
import { items as sw } from '../../i18n/sw/items.ts'

export const words = defineWords('items', { en, sw })
