import type { unlock as en } from '../en/unlock.ts'
import type { Translated } from '../index.ts'

export const unlock: Translated<typeof en> = {
  title: 'Nani yuko hapa?',
  pinOf: 'PIN ya {{name}}',
  typed: 'Tarakimu {{count}} zimeandikwa',
  demoPin: 'PIN ya majaribio 1234',
  unlock: 'Fungua',
  somebodyElse: 'Mtu mwingine',
  wrong: 'PIN si hiyo. Jaribu tena.',
  lockedOut: 'PIN zisizo sahihi ni nyingi. Subiri {{time}}.',
  nobody: 'Hakuna anayeruhusiwa kutumia till hii bado',
  nobodyHint: 'Mwenye duka huongeza watu kwenye Mipangilio.',
}
