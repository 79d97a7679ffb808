import type { unlock as en } from '../en/unlock.ts'
import type { Translated } from '../index.ts'

export const unlock: Translated<typeof en> = {
  title: 'Nani yuko kazini?',
  pinOf: 'Nambari ya siri ya {{name}}',
  typed: 'Tarakimu {{count}} zimeandikwa',
  demoPin: 'Nambari ya siri ya mazoezi 1234',
  unlock: 'Fungua',
  somebodyElse: 'Mtu mwingine',
  wrong: 'Nambari ya siri si sahihi.',
  triesLeft_one: 'Umebakiwa na jaribio {{count}} kabla ya kusubiri {{wait}}.',
  triesLeft_other: 'Umebakiwa na majaribio {{count}} kabla ya kusubiri {{wait}}.',
  lockedOut: 'Nambari ya siri ya mwisho haikuwa sahihi. Subiri {{time}}.',
  wrongPins_one:
    'Nambari ya siri isiyo sahihi iliingizwa kwa jina lako mara {{count}} tangu ulipofungua mara ya mwisho: {{time}}.',
  wrongPins_other:
    'Nambari za siri zisizo sahihi ziliingizwa kwa jina lako mara {{count}} tangu ulipofungua mara ya mwisho. Ya mwisho: {{time}}.',
  notYou: 'Kama si wewe, mwambie mwenye duka.',
  pinShort: 'Nambari yako ya siri ina tarakimu chini ya {{digits}}. Chagua ndefu zaidi.',
  pinCommon: 'Nambari yako ya siri ni rahisi kukisiwa. Chagua nyingine.',
  choosePin: 'Chagua nambari ya siri',
  newPin: 'Chagua nambari mpya ya siri',
  newPinAgain: 'Andika tena nambari mpya ya siri',
  newPinDiffers: 'Nambari mbili za siri hazikufanana. Chagua mpya tena.',
  newPinWhy: 'Till uliyofanyia kazi imeondolewa dukani, kwa hivyo lazima ubadilishe nambari yako ya siri.',
  noPin:
    'Till hii bado haijui nambari yako ya siri. Fungua till uliyopewa nambari hiyo, au mwombe mwenye duka akupe mpya.',
  nobody: 'Hakuna anayeruhusiwa kutumia till hii bado',
  nobodyHint: 'Mwenye duka huongeza watu kwenye Mipangilio.',
}
