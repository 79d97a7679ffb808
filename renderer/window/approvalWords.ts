import { approval as en } from '../i18n/en/approval.ts'
import { defineWords } from '../i18n/index.ts'
import { approval as sw } from '../i18n/sw/approval.ts'

export const words = defineWords('approval', { en, sw })
