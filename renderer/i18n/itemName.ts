import { language } from './index.ts'

/** The name of an item in the language of the screen; second names are Kiswahili. Documents have `name` alone. */
export const itemName = (item: { name: string; secondName?: string | null }): string =>
  (language() === 'sw' && item.secondName) || item.name
