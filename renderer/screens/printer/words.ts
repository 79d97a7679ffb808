import { printer as en } from '../../i18n/en/printer.ts'
import { defineWords } from '../../i18n/index.ts'
import { printer as sw } from '../../i18n/sw/printer.ts'

/** A part of the settings' words, which the search among the settings reads too. */
export const words = defineWords('printer', { en, sw })
