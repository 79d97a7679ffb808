import { customs as en } from '../../../i18n/en/customs.ts'
import { defineWords } from '../../../i18n/index.ts'
import { customs as sw } from '../../../i18n/sw/customs.ts'

export const words = defineWords('customs', { en, sw })
