import { rates, type Settings } from '../settings.ts'
import { CURRENCIES } from './currencies.ts'
import { NATIONS } from './nations.ts'
import { PACKAGING_UNITS, QUANTITY_UNITS } from './units.ts'

type Code = { readonly cd: string; readonly cdNm: string; readonly rate?: number }

const rows = (table: string): Code[] =>
  table
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => ({ cd: row.slice(0, row.indexOf(' ')), cdNm: row.slice(row.indexOf(' ') + 1) }))

const NATION_ROWS = rows(NATIONS)
const CURRENCY_ROWS = rows(CURRENCIES)
const QUANTITY_UNIT_ROWS = rows(QUANTITY_UNITS)
const PACKAGING_UNIT_ROWS = rows(PACKAGING_UNITS)

/** The short classes, `class|name` and below it their codes (authority §3). */
const SHORT_CLASSES = `
11|Transaction Progress
01 Wait for approval
02 Approved
03 Cancel requested
04 Cancelled
05 Credit note generated
06 Transferred
12|Stock In/Out Type
01 Import
02 Purchase
03 Return
04 Stock movement
05 Processing
06 Adjustment
11 Sale
12 Return
13 Stock movement
14 Processing
15 Discarding
16 Adjustment
14|Transaction Type
C Copy
N Normal
P Proforma
T Training
15|Taxpayer Status
A Active
D Inactive
24|Item Type
1 Raw material
2 Finished product
3 Service without stock
26|Import Item Status
1 Unsent
2 Waiting
3 Approved
4 Cancelled
31|Registration Type
A Automatic
M Manual
32|Credit Note Reason
01 Missing quantity
02 Missing data
03 Damaged
04 Wasted
05 Raw material shortage
06 Refund
07 Wrong customer PIN
08 Wrong customer name
09 Wrong amount/price
10 Wrong quantity
11 Wrong item(s)
12 Wrong tax type
13 Other reason
36|Bank
36 Central Bank of Kenya
40 Bank of India
37|Sales Receipt Type
S Sale
R Credit note after sale
38|Purchase Receipt Type
P Purchase
R Credit note after purchase
49|Category Level
1 Level 1
2 Level 2
3 Level 3
`

const SHORT = SHORT_CLASSES.trim()
  .split(/\n(?=\d\d\|)/)
  .map((block) => {
    const [head = '', ...codes] = block.split('\n')
    return { cdCls: head.slice(0, 2), cdClsNm: head.slice(3), codes: rows(codes.join('\n')) }
  })

/** Seven rows by specification; eight in a 2026 list, where 06 and 07 mean something else (authority §3). */
const PAYMENTS: Readonly<Record<7 | 8, readonly Code[]>> = {
  7: rows(
    '01 CASH\n02 CREDIT\n03 CASH/CREDIT\n04 BANK CHECK\n05 DEBIT & CREDIT CARD\n06 MOBILE MONEY\n07 OTHER METHODS OF PAYMENT',
  ),
  8: rows(
    '01 CASH\n02 CREDIT\n03 CASH/CREDIT\n04 BANK CHECK\n05 DEBIT/CREDIT\n06 CARD\n07 MOBILE MONEY\n08 OTHER METHODS OF PAYMENT',
  ),
}

const taxTypes = (settings: Settings): Code[] => {
  const eRate = settings.listedERate ?? settings.eRate
  return [
    { cd: 'A', cdNm: 'A-Exempt', rate: 0 },
    { cd: 'B', cdNm: 'B-VAT 16%', rate: rates(settings).B },
    { cd: 'C', cdNm: 'C-Zero Rated', rate: 0 },
    { cd: 'D', cdNm: 'D-Non VAT', rate: 0 },
    { cd: 'E', cdNm: `E-VAT ${eRate}%`, rate: eRate },
  ]
}

/** `data.clsList` of selectCodeList (authority §1.4 no. 2). */
export function codeList(settings: Settings): readonly object[] {
  const packaging = settings.listBx
    ? [...PACKAGING_UNIT_ROWS, { cd: 'BX', cdNm: 'Box' }]
    : PACKAGING_UNIT_ROWS
  const classes = [
    { cdCls: '04', cdClsNm: 'Taxation Type', codes: taxTypes(settings) },
    { cdCls: '05', cdClsNm: 'Country', codes: NATION_ROWS },
    { cdCls: '07', cdClsNm: 'Payment Type', codes: PAYMENTS[settings.paymentTable] },
    { cdCls: '10', cdClsNm: 'Quantity Unit', codes: QUANTITY_UNIT_ROWS },
    { cdCls: '17', cdClsNm: 'Packaging Unit', codes: packaging },
    { cdCls: '33', cdClsNm: 'Currency', codes: CURRENCY_ROWS },
    ...SHORT,
  ]
  return classes.sort((a, b) => (a.cdCls < b.cdCls ? -1 : 1)).map(classRow)
}

const classRow = ({ cdCls, cdClsNm, codes }: { cdCls: string; cdClsNm: string; codes: readonly Code[] }) => ({
  cdCls,
  cdClsNm,
  cdClsDesc: null,
  useYn: 'Y',
  userDfnNm1: cdCls === '04' ? 'Tax Rate' : null,
  userDfnNm2: null,
  userDfnNm3: null,
  dtlList: codes.map(({ cd, cdNm, rate }, index) => ({
    cd,
    cdNm,
    cdDesc: cdNm,
    useYn: 'Y',
    srtOrd: index + 1,
    userDfnCd1: rate === undefined ? null : String(rate),
    userDfnCd2: null,
    userDfnCd3: null,
  })),
})

const known = (codes: readonly Code[]) => {
  const set = new Set(codes.map(({ cd }) => cd))
  return (code: string): boolean => set.has(code)
}

export const isNation = known(NATION_ROWS)
export const isQuantityUnit = known(QUANTITY_UNIT_ROWS)
export const isPackagingUnit = known(PACKAGING_UNIT_ROWS)
export const PACKAGING_UNIT_CODES: readonly string[] = PACKAGING_UNIT_ROWS.map(({ cd }) => cd)

/** Whether a code belongs to one of the short classes, such as the credit-note reasons. */
export function isCode(cdCls: string, code: string): boolean {
  return SHORT.some((each) => each.cdCls === cdCls && each.codes.some(({ cd }) => cd === code))
}

export const isPayment = (settings: Settings, code: string): boolean =>
  PAYMENTS[settings.paymentTable].some(({ cd }) => cd === code)
