import { queue as en } from '../../i18n/en/queue.ts'
import { defineWords } from '../../i18n/index.ts'
import { queue as sw } from '../../i18n/sw/queue.ts'

export const words = defineWords('queue', { en, sw })
