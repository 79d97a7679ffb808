import { hubNote as en } from '../../i18n/en/hubNote.ts'
import { defineWords } from '../../i18n/index.ts'
import { hubNote as sw } from '../../i18n/sw/hubNote.ts'

/** A part of the hub's words. */
export const noteWords = defineWords('hubNote', { en, sw })
