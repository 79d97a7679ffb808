import { imports as en } from '../../../i18n/en/imports.ts'
import { defineWords } from '../../../i18n/index.ts'
import { imports as sw } from '../../../i18n/sw/imports.ts'

export const words = defineWords('imports', { en, sw })
