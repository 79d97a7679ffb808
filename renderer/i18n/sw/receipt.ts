import type { receipt as english } from '../en/receipt.ts'
import type { Translated } from '../index.ts'

export const receipt: Translated<typeof english> = {
  paper: 'Mfano wa risiti',
  sample: 'Mfano wa risiti',
  loading: 'Risiti inaandaliwa…',
  life: {
    training: 'Mafunzo: hii si risiti. Hakuna kinachotumwa kwa {{authority}}.',
    awaiting: 'Inasubiri saini ya {{authority}}. Mauzo yamehifadhiwa na yatatumwa yenyewe.',
    original: 'Imesainiwa na {{authority}}. Haijachapishwa.',
    copy: 'Imesainiwa na {{authority}}. Imechapishwa; inayofuata ni nakala {{number}}.',
    unsigned: '{{authority}} imeikubali, lakini saini haijafika.',
    unknown: 'Ilitumwa, lakini jibu limepotea. Usiuze tena: Kaunta inaiuliza {{authority}}.',
    refused:
      '{{authority}} imekataa risiti hii. Mauzo yamehifadhiwa: irekebishe kwenye skrini ya {{authority}}.',
    withdrawn: 'Imeghairiwa: haitumwi kwa {{authority}}. Inabaki kwenye kumbukumbu.',
  },
  number: 'Mauzo {{number}}',
  change: 'Chenji',
  rounding: 'Kukamilisha shilingi',
  noChange: 'Imelipwa yote',
  givenBack: 'Ya kurudisha · {{method}}',
  onCredit: 'Kwa mkopo',
  total: 'Jumla',
  tendered: 'Zilizopokelewa',
  print: 'Chapisha',
  printCopy: 'Chapisha nakala {{number}}',
  pdf: {
    make: 'PDF',
    made: 'PDF iko tayari.',
    open: 'Fungua',
    copy: 'Nakili',
    copied: 'PDF imenakiliwa. Ibandike kwenye WhatsApp au barua pepe.',
    copiedPath: 'Mahali pa PDF pamenakiliwa. Pabandike unapochagua faili la kutuma.',
    notCopied: 'Hakuna kilichonakiliwa. PDF ni {{file}}.',
  },
  printing: 'Inasainiwa, kisha inachapishwa…',
  didItPrint: {
    title: 'Je, risiti {{number}} ilitoka?',
    text: 'Jibu Ndiyo tu kama mteja ana karatasi.',
    yes: 'Ndiyo',
    no: 'Hapana, ichapishe tena',
  },
  newSale: 'Mauzo mapya',
  backToSale: 'Rudi kwenye mauzo',
  printed: 'Imetumwa kwa printa.',
  notPrinted: 'Haikuchapishwa. Mauzo yamehifadhiwa: chapisha tena, au baadaye kutoka Risiti.',
}
