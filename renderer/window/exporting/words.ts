import { exporting as en } from '../../i18n/en/exporting.ts'
import { defineWords } from '../../i18n/index.ts'
import { exporting as sw } from '../../i18n/sw/exporting.ts'

export const words = defineWords('exporting', { en, sw })
