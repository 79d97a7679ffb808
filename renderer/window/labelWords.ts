import { labels as en } from '../i18n/en/labels.ts'
import { defineWords } from '../i18n/index.ts'
import { labels as sw } from '../i18n/sw/labels.ts'

export const words = defineWords('labels', { en, sw })
