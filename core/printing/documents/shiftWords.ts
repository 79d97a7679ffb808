/** The words of X, Z and slips of cash movements, per language. */
import type { Carried, MovementKind } from '../../contract/shift.ts'
import { authorityName } from '../../fiscal/country.ts'

interface ShiftWords {
  x: string
  z: string
  copy: string
  shift: string
  opened: string
  closed: string
  open: string
  note: string
  toReview: string
  software: string
  drawer: Record<'title' | 'float' | 'sales' | 'refunds' | 'expected' | 'counted' | 'difference', string>
  moves: Record<MovementKind, string>
  tenders: string
  notCounted: string
  denominations: string
  grandTotal: { title: string; sales: string; creditNotes: string; total: string }
  carried: Record<keyof Carried, string> & { more: string }
  states: Record<Carried['unsigned']['named'][number]['state'], string>
  slip: {
    title: Record<MovementKind, string>
    reason: string
    reference: string
    amount: string
    signature: string
    notFiscal: string
  }
}

const en: ShiftWords = {
  x: 'X REPORT',
  z: 'Z REPORT',
  copy: 'COPY',
  shift: 'Shift',
  opened: 'Opened',
  closed: 'Closed',
  open: 'Still open',
  note: 'Note',
  toReview: 'TO BE REVIEWED: large difference, not approved',
  software: 'Other software, not in totals',
  drawer: {
    title: 'CASH DRAWER',
    float: 'At the opening',
    sales: 'Cash sales',
    refunds: 'Cash paid back',
    expected: 'EXPECTED',
    counted: 'COUNTED',
    difference: 'DIFFERENCE',
  },
  moves: { payIn: 'Paid in', payOut: 'Paid out', drop: 'To the safe', noSale: 'Opened without a sale' },
  tenders: 'OTHER PAYMENTS',
  notCounted: 'not counted',
  denominations: 'NOTES AND COINS',
  grandTotal: {
    title: 'SINCE INSTALLATION',
    sales: 'Sales',
    creditNotes: 'Credit notes',
    total: 'GRAND TOTAL',
  },
  carried: {
    parked: 'PARKED SALES',
    unprinted: 'NEVER PRINTED',
    unsigned: `NOT SIGNED BY ${authorityName}`,
    more: 'and {count} more',
  },
  states: { queued: 'waiting', sending: 'being sent', unknown: 'being checked', refused: 'rejected' },
  slip: {
    title: {
      payIn: 'CASH PAID IN',
      payOut: 'CASH PAID OUT',
      drop: 'CASH TO THE SAFE',
      noSale: 'DRAWER OPENED',
    },
    reason: 'Reason',
    reference: 'Reference',
    amount: 'AMOUNT',
    signature: 'Signature',
    notFiscal: 'This is not a fiscal receipt.',
  },
}

const sw: ShiftWords = {
  x: 'RIPOTI X',
  z: 'RIPOTI Z',
  copy: 'NAKALA',
  shift: 'Zamu',
  opened: 'Ilifunguliwa',
  closed: 'Ilifungwa',
  open: 'Bado iko wazi',
  note: 'Maelezo',
  toReview: 'YA KUKAGULIWA: tofauti kubwa, haijaidhinishwa',
  software: 'Programu nyingine, nje ya jumla',
  drawer: {
    title: 'DROO YA FEDHA',
    float: 'Wakati wa kufungua',
    sales: 'Mauzo ya taslimu',
    refunds: 'Taslimu iliyorudishwa',
    expected: 'INAYOTARAJIWA',
    counted: 'ILIYOHESABIWA',
    difference: 'TOFAUTI',
  },
  moves: {
    payIn: 'Iliyoingizwa',
    payOut: 'Iliyotolewa',
    drop: 'Kwenye sefu',
    noSale: 'Ilifunguliwa bila mauzo',
  },
  tenders: 'MALIPO MENGINE',
  notCounted: 'haikuhesabiwa',
  denominations: 'NOTI NA SARAFU',
  grandTotal: {
    title: 'TANGU KUSAKINISHWA',
    sales: 'Mauzo',
    creditNotes: 'Hati za marejesho',
    total: 'JUMLA KUU',
  },
  carried: {
    parked: 'MAUZO YALIYOWEKWA KANDO',
    unprinted: 'HAZIJACHAPISHWA',
    unsigned: `HAZIJASAINIWA NA ${authorityName}`,
    more: 'na nyingine {count}',
  },
  states: { queued: 'inasubiri', sending: 'inatumwa', unknown: 'inahakikiwa', refused: 'imekataliwa' },
  slip: {
    title: {
      payIn: 'FEDHA ILIYOINGIZWA',
      payOut: 'FEDHA ILIYOTOLEWA',
      drop: 'FEDHA KWENYE SEFU',
      noSale: 'DROO ILIFUNGULIWA',
    },
    reason: 'Sababu',
    reference: 'Rejeleo',
    amount: 'KIASI',
    signature: 'Sahihi',
    notFiscal: 'Hii si risiti ya kodi.',
  },
}

export const shiftWords = { en, sw }
