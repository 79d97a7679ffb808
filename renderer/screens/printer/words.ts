import { settings as en } from '../../i18n/en/settings.ts'
import { defineWords } from '../../i18n/index.ts'
import { settings as sw } from '../../i18n/sw/settings.ts'

/** A part of the settings' words, which the search among the settings reads too. */
export const words = defineWords('printer', { en: en.printer, sw: sw.printer })
