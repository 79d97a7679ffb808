/** The words of the day's report, per language. */
import type { Act } from '../../contract/acts.ts'
import type { DayReport } from '../../contract/report.ts'
import { type PaymentMethod, paymentLabels } from '../../fiscal/codes.ts'
import { authorityName } from '../../fiscal/country.ts'

type State = keyof DayReport['states']

export interface ReportWords {
  title: string
  of: string
  made: string
  by: string
  notReset: string
  notPrinted: string
  print: string
  shop: {
    pin: string
    branch: string
    till: string
    serial: string
    scu: string
    mrc: string
    sandbox: string
  }
  sales: string
  creditNotes: string
  beforeDiscount: string
  discount: string
  total: string
  taxes: { title: string; letter: string; taxable: string; tax: string; all: string; gross: string }
  payments: { title: string; back: string; rounding: string; unsaid: string }
  /** Payments of customers on account. */
  onAccount: { title: string; drawer: string }
  methods: Record<PaymentMethod, string>
  drawer: { title: string; cashIn: string; change: string; refunds: string; expected: string }
  copies: { title: string; sales: string; creditNotes: string }
  /** Training papers and proformas. */
  unofficial: Record<keyof DayReport['unofficial'], string> & { title: string }
  reductions: Record<keyof DayReport['reductions'], string> & { title: string }
  approvals: Record<Act, string> & { title: string; by: string }
  cashiers: string
  hours: string
  states: Record<State, string> & { title: string; withdrawnTotal: string }
  /** Documents that an earlier report counted. */
  cancelled: { title: string; shift: string; total: string }
  numbers: { title: string; sales: string; creditNotes: string; authority: string; none: string }
  audit: { title: string; records: string; head: string; hint: string }
}

const en: ReportWords = {
  title: "DAY'S REPORT",
  of: 'Day',
  made: 'Read',
  by: 'by',
  notReset: 'You can print this report as often as you like.',
  notPrinted: 'Not printed',
  print: 'Print number',
  shop: {
    pin: 'PIN',
    branch: 'Branch',
    till: 'Till',
    serial: 'Device serial',
    scu: 'SCU ID',
    mrc: 'MRC NO',
    sandbox: 'SANDBOX - NOT REAL SALES',
  },
  sales: 'Sales',
  creditNotes: 'Credit notes',
  beforeDiscount: 'Before discounts',
  discount: 'Discounts',
  total: 'TOTAL',
  taxes: { title: 'TAX', letter: 'RATE', taxable: 'NET', tax: 'TAX', all: 'ALL', gross: 'With tax,' },
  payments: {
    title: 'PAYMENTS',
    back: 'paid back',
    rounding: 'Rounding of cash',
    unsaid: 'NOT RECORDED',
  },
  onAccount: { title: 'PAID ON ACCOUNT (NOT SALES)', drawer: 'Cash paid on account' },
  methods: paymentLabels,
  drawer: {
    title: 'CASH DRAWER',
    cashIn: 'Cash taken',
    change: 'Change given',
    refunds: 'Cash paid back',
    expected: 'EXPECTED',
  },
  copies: { title: 'COPIES (NOT IN TOTALS)', sales: 'CS, of sales', creditNotes: 'CC, of credit notes' },
  unofficial: {
    title: 'UNOFFICIAL (NOT IN TOTALS)',
    TS: 'TS, training sales',
    TC: 'TC, training credit notes',
    PS: 'PS, proformas',
    copies: 'Copies of these',
  },
  reductions: {
    title: 'TAKEN OFF',
    discounts: 'Discounts',
    priceChanges: 'Changed prices',
    voidedLines: 'Lines removed before payment',
    voidedSales: 'Sales dropped before payment',
  },
  approvals: {
    title: 'APPROVED ACTS',
    by: 'by {name}',
    priceChange: 'Changed price',
    discountAbove: 'Discount above the limit',
    belowStock: 'Sold below stock',
    creditNote: 'Credit note',
    reprint: 'Copy of a receipt',
    printOriginalAgain: 'Original printed again',
    usedCode: 'Used M-PESA code',
    voidLine: 'Goods removed from a sale',
    voidSale: 'Sale dropped',
    payOut: 'Pay-out',
    noSale: 'Drawer without a sale',
    cashAboveDrawer: 'More cash than in the drawer',
    creditAboveLimit: 'Credit above the limit',
    closeWithDifference: 'Closing with a difference',
    otherItem: 'Other item',
    training: 'Training',
  },
  cashiers: 'CASHIERS',
  hours: 'HOURS',
  states: {
    title: authorityName,
    signed: 'Signed',
    waiting: 'Waiting',
    unknown: 'Checking',
    refused: 'Rejected',
    acceptedUnsigned: 'Without signature',
    withdrawn: 'Cancelled (not in totals)',
    withdrawnTotal: 'Cancelled, KSh',
  },
  cancelled: { title: 'CANCELLED FROM EARLIER REPORTS', shift: 'Shift {number}', total: 'Cancelled' },
  numbers: {
    title: 'NUMBERS',
    sales: 'Sales',
    creditNotes: 'Credit notes',
    authority: `${authorityName} numbers`,
    none: 'none',
  },
  audit: {
    title: 'ACTIVITY LOG',
    records: 'Records',
    head: 'Head',
    hint: 'Keep this paper: it proves later what the log said now.',
  },
}

const sw: ReportWords = {
  title: 'RIPOTI YA SIKU',
  of: 'Siku',
  made: 'Imesomwa',
  by: 'na',
  notReset: 'Unaweza kuchapisha ripoti hii mara nyingi upendavyo.',
  notPrinted: 'Haijachapishwa',
  print: 'Chapisho nambari',
  shop: {
    pin: 'PIN',
    branch: 'Tawi',
    till: 'Till',
    serial: 'Serial ya kifaa',
    scu: 'SCU ID',
    mrc: 'MRC NO',
    sandbox: 'SANDBOX - SI MAUZO HALISI',
  },
  sales: 'Mauzo',
  creditNotes: 'Hati za marejesho',
  beforeDiscount: 'Kabla ya punguzo',
  discount: 'Punguzo',
  total: 'JUMLA',
  taxes: {
    title: 'KODI',
    letter: 'KIWANGO',
    taxable: 'BILA KODI',
    tax: 'KODI',
    all: 'ZOTE',
    gross: 'Pamoja na kodi,',
  },
  payments: {
    title: 'MALIPO',
    back: 'zilizorudishwa',
    rounding: 'Kukamilisha shilingi',
    unsaid: 'HAIKUTAJWA',
  },
  onAccount: { title: 'MALIPO YA DENI (SI MAUZO)', drawer: 'Taslimu ya kulipa deni' },
  methods: {
    cash: 'FEDHA TASLIMU',
    credit: 'MKOPO',
    cashCredit: 'TASLIMU/MKOPO',
    cheque: 'HUNDI YA BENKI',
    card: 'KADI',
    mobileMoney: 'PESA ZA SIMU',
    other: 'NYINGINE',
  },
  drawer: {
    title: 'DROO YA FEDHA',
    cashIn: 'Taslimu iliyopokelewa',
    change: 'Chenji iliyotolewa',
    refunds: 'Taslimu iliyorudishwa',
    expected: 'INAYOTARAJIWA',
  },
  copies: { title: 'NAKALA (NJE YA JUMLA)', sales: 'CS, za mauzo', creditNotes: 'CC, za marejesho' },
  unofficial: {
    title: 'ZISIZO RASMI (NJE YA JUMLA)',
    TS: 'TS, mauzo',
    TC: 'TC, marejesho',
    PS: 'PS, proforma',
    copies: 'Nakala za hizi',
  },
  reductions: {
    title: 'ZILIZOPUNGUZWA',
    discounts: 'Punguzo',
    priceChanges: 'Bei zilizobadilishwa',
    voidedLines: 'Bidhaa zilizotolewa kabla ya malipo',
    voidedSales: 'Mauzo yaliyoachwa kabla ya malipo',
  },
  approvals: {
    title: 'MATENDO YALIYOIDHINISHWA',
    by: 'na {name}',
    priceChange: 'Bei iliyobadilishwa',
    discountAbove: 'Punguzo juu ya kikomo',
    belowStock: 'Mauzo chini ya stoki',
    creditNote: 'Hati ya marejesho',
    reprint: 'Nakala ya risiti',
    printOriginalAgain: 'Risiti halisi tena',
    usedCode: 'Nambari ya M-PESA iliyotumika',
    voidLine: 'Bidhaa zilizotolewa kwenye mauzo',
    voidSale: 'Mauzo yaliyoachwa',
    payOut: 'Fedha iliyotolewa',
    noSale: 'Droo bila mauzo',
    cashAboveDrawer: 'Fedha zaidi ya zilizo kwenye droo',
    creditAboveLimit: 'Mkopo zaidi ya kikomo',
    closeWithDifference: 'Kufunga kwa tofauti',
    otherItem: 'Bidhaa nyingine',
    training: 'Mafunzo',
  },
  cashiers: 'MAKESHIA',
  hours: 'SAA',
  states: {
    title: authorityName,
    signed: 'Zimesainiwa',
    waiting: 'Zinasubiri',
    unknown: 'Zinahakikiwa',
    refused: 'Zimekataliwa',
    acceptedUnsigned: 'Bila saini',
    withdrawn: 'Zimeghairiwa (nje ya jumla)',
    withdrawnTotal: 'Zilizoghairiwa, KSh',
  },
  cancelled: {
    title: 'ZILIZOGHAIRIWA ZA NYUMA',
    shift: 'Zamu {number}',
    total: 'Zimeghairiwa',
  },
  numbers: {
    title: 'NAMBARI',
    sales: 'Mauzo',
    creditNotes: 'Hati za marejesho',
    authority: `Nambari za ${authorityName}`,
    none: 'hakuna',
  },
  audit: {
    title: 'REKODI ZA MATUKIO',
    records: 'Rekodi',
    head: 'Kichwa',
    hint: 'Tunza karatasi hii: inathibitisha baadaye rekodi zilisema nini sasa.',
  },
}

export const reportWords = { en, sw }
