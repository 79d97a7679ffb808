/** The words of statements and of acknowledgements of payments on account, per language. */
import type { AccountEntry } from '../../contract/account.ts'

interface AccountWords {
  statement: string
  customer: string
  phone: string
  from: string
  to: string
  before: string
  elsewhere: string
  owed: string
  ageing: { title: string; ages: readonly [string, string, string, string] }
  kinds: Record<AccountEntry['kind'], string>
  columns: {
    date: string
    time: string
    what: string
    number: string
    total: string
    change: string
    owed: string
  }
  payment: string
  paidBefore: string
  paid: string
  by: string
  reference: string
  note: string
  sales: string
  otherTills: string
  still: string
  notFiscal: string
  noEntries: string
  copy: string
}

const en: AccountWords = {
  statement: 'STATEMENT',
  customer: 'Customer',
  phone: 'Phone',
  from: 'From',
  to: 'To',
  before: 'Owed before',
  elsewhere: 'At other tills',
  owed: 'OWED',
  ageing: { title: 'OWED SINCE (DAYS)', ages: ['0-30', '31-60', '61-90', 'over 90'] },
  kinds: { sale: 'Sale', creditNote: 'Credit note', paid: 'Paid on account', paidBefore: 'Paid before' },
  columns: {
    date: 'Date',
    time: 'Time',
    what: 'What',
    number: 'Number',
    total: 'Total',
    change: 'On account',
    owed: 'Owed',
  },
  payment: 'PAYMENT ON ACCOUNT',
  paidBefore: 'MARKED AS PAID BEFORE',
  paid: 'PAID',
  by: 'Paid by',
  reference: 'Reference',
  note: 'Note',
  sales: 'FOR THESE SALES',
  otherTills: 'For sales at other tills',
  still: 'STILL OWED',
  notFiscal: 'This is not a fiscal receipt.',
  noEntries: 'Nothing in this time',
  copy: 'COPY',
}

const sw: AccountWords = {
  statement: 'TAARIFA YA DENI',
  customer: 'Mteja',
  phone: 'Simu',
  from: 'Kuanzia',
  to: 'Hadi',
  before: 'Deni la awali',
  elsewhere: 'Kwenye till nyingine',
  owed: 'DENI',
  ageing: { title: 'DENI TANGU (SIKU)', ages: ['0-30', '31-60', '61-90', 'zaidi ya 90'] },
  kinds: {
    sale: 'Mauzo',
    creditNote: 'Hati ya marejesho',
    paid: 'Malipo ya deni',
    paidBefore: 'Lililipwa zamani',
  },
  columns: {
    date: 'Tarehe',
    time: 'Saa',
    what: 'Nini',
    number: 'Nambari',
    total: 'Jumla',
    change: 'Kwenye deni',
    owed: 'Deni',
  },
  payment: 'MALIPO YA DENI',
  paidBefore: 'LILILIPWA ZAMANI',
  paid: 'IMELIPWA',
  by: 'Njia ya malipo',
  reference: 'Rejeleo',
  note: 'Maelezo',
  sales: 'KWA MAUZO HAYA',
  otherTills: 'Kwa mauzo ya till nyingine',
  still: 'DENI LILILOBAKI',
  notFiscal: 'Hii si risiti ya kodi.',
  noEntries: 'Hakuna kitu katika kipindi hiki',
  copy: 'NAKALA',
}

export const accountWords = { en, sw }
