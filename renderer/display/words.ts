import { display as en } from '../i18n/en/display.ts'
import { defineWords } from '../i18n/index.ts'
import { display as sw } from '../i18n/sw/display.ts'

export const words = defineWords('display', { en, sw })
