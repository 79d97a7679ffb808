import type { unlock as en } from '../en/unlock.ts'
import type { Translated } from '../index.ts'

export const unlock: Translated<typeof en> = {
  title: 'Nani yuko hapa?',
  pinOf: 'PIN ya {{name}}',
  typed: 'Tarakimu {{count}} zimeandikwa',
  demoPin: 'PIN ya majaribio 1234',
  unlock: 'Fungua',
  somebodyElse: 'Mtu mwingine',
  wrong: 'PIN si hiyo.',
  triesLeft_one: 'Umebakiwa na jaribio {{count}} kabla ya kusubiri {{wait}}.',
  triesLeft_other: 'Umebakiwa na majaribio {{count}} kabla ya kusubiri {{wait}}.',
  lockedOut: 'PIN ya mwisho haikuwa sahihi. Subiri {{time}}.',
  wrongPins_one:
    'PIN {{count}} isiyo sahihi iliingizwa kwa jina lako tangu ulipofungua mara ya mwisho: {{time}}.',
  wrongPins_other:
    'PIN {{count}} zisizo sahihi ziliingizwa kwa jina lako tangu ulipofungua mara ya mwisho. Ya mwisho: {{time}}.',
  notYou: 'Kama si wewe, mwambie mwenye duka.',
  pinShort: 'PIN yako ina tarakimu chini ya {{digits}}. Chagua ndefu zaidi.',
  pinCommon: 'PIN yako ni rahisi kukisiwa. Chagua nyingine.',
  choosePin: 'Chagua PIN',
  nobody: 'Hakuna anayeruhusiwa kutumia till hii bado',
  nobodyHint: 'Mwenye duka huongeza watu kwenye Mipangilio.',
}
