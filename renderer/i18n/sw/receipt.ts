import type { receipt as english } from '../en/receipt.ts'
import type { Translated } from '../index.ts'

export const receipt: Translated<typeof english> = {
  paper: 'Risiti itakavyochapishwa',
  loading: 'Risiti inapangwa…',
  life: {
    awaiting: 'Inasubiri saini ya {{authority}}. Mauzo yamehifadhiwa na yanatumwa yenyewe.',
    original: 'Imesainiwa na {{authority}}. Itakayochapishwa sasa ni halisi.',
    copy: 'Imesainiwa. Itakayochapishwa sasa ni nakala {{number}}.',
    unsigned: '{{authority}} imeipokea, lakini saini haikurudi.',
    unknown:
      'Ilitumwa, lakini jibu halikurudi. Usipige risiti nyingine ya mauzo haya: {{authority}} inaulizwa kwa nambari yake.',
    refused: '{{authority}} ilikataa. Mauzo ni halali; Foleni inaeleza la kurekebisha.',
    withdrawn: 'Imeondolewa: {{authority}} haitaambiwa kuihusu. Inabaki kwenye kumbukumbu.',
  },
  number: 'Mauzo {{number}}',
  change: 'Chenji',
  noChange: 'Imelipwa kamili',
  onCredit: 'Kwa mkopo',
  total: 'Jumla',
  tendered: 'Zilizopokelewa',
  print: 'Chapisha',
  printCopy: 'Chapisha nakala {{number}}',
  pdf: 'PDF',
  printing: 'Inasainiwa, kisha inachapishwa…',
  didItPrint: {
    title: 'Je, risiti {{number}} ilitoka kwenye printa?',
    text: 'Inahesabiwa kuwa halisi ukishasema hivyo.',
    yes: 'Ndiyo',
    no: 'Hapana, ichapishe tena',
  },
  newSale: 'Mauzo mapya',
  printed: 'Imetumwa kwa printa.',
  file: 'Imehifadhiwa kama {{file}}',
  notPrinted: 'Haikuchapishwa. Mauzo yamehifadhiwa; chapisha tena, au baadaye kutoka Risiti.',
}
