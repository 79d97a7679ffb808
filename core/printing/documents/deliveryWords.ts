/** The words of a delivery's slip, per language. */
const en = {
  delivery: 'DELIVERY',
  import: 'IMPORT',
  supplier: 'Supplier',
  invoice: 'Invoice',
  noInvoice: 'Without an invoice at KRA',
  total: 'TOTAL',
  remark: 'Note',
  differences: 'DIFFERENCES FROM THE INVOICE',
  invoiced: 'Invoiced',
  received: 'received',
  missing: 'Missing',
  more: 'Too many',
  noDifference: 'None: everything came.',
  askCredit: 'The supplier owes a credit note or the goods.',
  signed: 'Signature of the supplier',
  notFiscal: 'This is not a fiscal receipt.',
  copy: 'COPY',
}

const sw: typeof en = {
  delivery: 'MZIGO',
  import: 'BIDHAA KUTOKA NJE',
  supplier: 'Msambazaji',
  invoice: 'Ankara',
  noInvoice: 'Bila ankara kwa KRA',
  total: 'JUMLA',
  remark: 'Maelezo',
  differences: 'TOFAUTI NA ANKARA',
  invoiced: 'Kwenye ankara',
  received: 'zimepokelewa',
  missing: 'Zimepungua',
  more: 'Zimezidi',
  noDifference: 'Hakuna: bidhaa zote zimefika.',
  askCredit: 'Msambazaji anadaiwa hati ya marejesho au bidhaa.',
  signed: 'Sahihi ya msambazaji',
  notFiscal: 'Hii si risiti ya kodi.',
  copy: 'NAKALA',
}

export const deliveryWords = { en, sw }
