/** The words of a transfer's note, per language. */
const en = {
  out: 'DELIVERY NOTE',
  in: 'GOODS RECEIVED',
  to: 'To branch',
  from: 'From branch',
  theirs: 'Sent under number',
  remark: 'Note',
  items: 'Items',
  differences: 'DIFFERENCES FROM WHAT WAS SENT',
  sent: 'Sent',
  received: 'received',
  missing: 'Missing',
  more: 'Too many',
  noDifference: 'None: everything came.',
  handedOver: 'Handed over by',
  carried: 'Carried by',
  takenIn: 'Received by',
  notFiscal: 'This is not a fiscal receipt.',
  copy: 'COPY',
}

const sw: typeof en = {
  out: 'HATI YA MZIGO',
  in: 'BIDHAA ZILIZOPOKELEWA',
  to: 'Kwa tawi',
  from: 'Kutoka tawi',
  theirs: 'Zilitumwa kwa nambari',
  remark: 'Maelezo',
  items: 'Bidhaa',
  differences: 'TOFAUTI NA ZILIZOTUMWA',
  sent: 'Zilizotumwa',
  received: 'zimepokelewa',
  missing: 'Zimepungua',
  more: 'Zimezidi',
  noDifference: 'Hakuna: bidhaa zote zimefika.',
  handedOver: 'Zimetolewa na',
  carried: 'Zimebebwa na',
  takenIn: 'Zimepokelewa na',
  notFiscal: 'Hii si risiti ya kodi.',
  copy: 'NAKALA',
}

export const transferWords = { en, sw }
