import type { display as en } from '../en/display.ts'
import type { Translated } from '../index.ts'

export const display: Translated<typeof en> = {
  welcome: 'Karibu',
  lines: 'Bidhaa zako',
  total: 'Jumla',
  giveBack: 'Unarudishiwa',
  discount: 'Punguzo',
  change: 'Chenji yako',
  thanks: 'Asante',
  code: 'Msimbo wa QR wa risiti',
  scan: 'Skana msimbo huu uthibitishe risiti yako kwa {{authority}}',
  training: 'Mafunzo: si mauzo halisi',
}
