import type { TaxType } from '../settings.ts'

/** Price in shillings, tax included; quantity in whole units. */
export type SeededLine = {
  readonly code: string
  readonly class: string
  readonly name: string
  readonly taxType: TaxType
  readonly price: number
  readonly quantity: number
  readonly barcode?: string | undefined
  /** Cents by which the supplier's own taxable amount is wrong: copying it into a purchase is refused (authority §6.3). */
  readonly centsOff?: number | undefined
}

export type SeededInvoice = {
  readonly supplier: string
  readonly number: number
  readonly daysAgo: number
  /** The supplier's credit note. */
  readonly credit?: boolean | undefined
  readonly lines: readonly SeededLine[]
}

/** Supplier invoices for every new taxpayer: one with a line per tax type, one that is a cent off. */
export const SUPPLIER_INVOICES: readonly SeededInvoice[] = [
  {
    supplier: 'P051111111A',
    number: 4021,
    daysAgo: 3,
    lines: [
      {
        code: 'KE2NTNO0000101',
        class: '5022110100',
        name: 'Rice 2 kg',
        taxType: 'A',
        price: 320,
        quantity: 24,
      },
      {
        code: 'KE2NTNO0000102',
        class: '5313160900',
        name: 'Bar soap 800 g',
        taxType: 'B',
        price: 185.5,
        quantity: 48,
      },
      {
        code: 'KE2NTNO0000103',
        class: '5022130200',
        name: 'Maize flour 2 kg',
        taxType: 'C',
        price: 165,
        quantity: 60,
      },
      {
        code: 'KE2NTNO0000104',
        class: '5510150600',
        name: 'Newspapers',
        taxType: 'D',
        price: 60,
        quantity: 30,
      },
      {
        code: 'KE2NTNO0000105',
        class: '1510150500',
        name: 'Kerosene 1 l',
        taxType: 'E',
        price: 152.75,
        quantity: 20,
      },
    ],
  },
  {
    supplier: 'P051222222B',
    number: 877,
    daysAgo: 2,
    lines: [
      {
        code: 'KE2NTNO0000011',
        class: '5018190100',
        name: 'Bread 400 g',
        taxType: 'C',
        price: 58,
        quantity: 40,
      },
      {
        code: 'KE2NTNO0000012',
        class: '5018190500',
        name: 'Biscuits 100 g',
        taxType: 'B',
        price: 1302.07,
        quantity: 1,
        centsOff: 1,
      },
    ],
  },
  {
    supplier: 'P051333333C',
    number: 15033,
    daysAgo: 1,
    lines: [
      {
        code: 'KE2NTNO0000021',
        class: '5013170200',
        name: 'Milk 500 ml',
        taxType: 'A',
        price: 52,
        quantity: 120,
      },
      {
        code: 'KE2NTNO0000022',
        class: '5013170500',
        name: 'Yoghurt 250 ml',
        taxType: 'B',
        price: 74.25,
        quantity: 36,
      },
    ],
  },
  {
    supplier: 'P051555555E',
    number: 301,
    daysAgo: 1,
    lines: [
      {
        code: 'KE3NTNO0000001',
        class: '7810180400',
        name: 'Delivery',
        taxType: 'B',
        price: 1500,
        quantity: 1,
      },
    ],
  },
]

/** Goods that another branch sent to the device's branch. */
export const TRANSFER_LINES: readonly SeededLine[] = [
  {
    code: 'KE2NTNO0000001',
    class: '5059690800',
    name: 'Bread and buns',
    taxType: 'B',
    price: 580,
    quantity: 10,
  },
  { code: 'KE2NTNO0000002', class: '5022110801', name: 'Flour', taxType: 'A', price: 250, quantity: 12 },
]

export type SeededImport = {
  readonly task: string
  readonly form: 'minusOne' | 'ddMMyyyy' | 'yyyyMMdd'
  /** The entry without its task and its date. */
  readonly body: { readonly itemSeq: number } & Readonly<Record<string, string | number>>
}

const imported = (itemSeq: number, hsCd: string, itemNm: string) => ({
  itemSeq,
  dclNo: `23NBOIM40000${itemSeq}`,
  hsCd,
  itemNm,
  imptItemSttsCd: '2',
  orgnNatCd: 'CN',
  exptNatCd: 'CN',
  pkg: 10,
  pkgUnitCd: 'CT',
  qty: 200,
  qtyUnitCd: 'NO',
  totWt: 420,
  netWt: 400,
  spplrNm: 'GUANGZHOU GENERAL EXPORT CO',
  agntNm: 'UMOJA CLEARING AGENTS',
  invcFcurAmt: 1840,
  invcFcurCd: 'USD',
  invcFcurExcrt: 129.4,
})

/** Customs declarations waiting to be converted, each with its declaration date in another form (authority §1.4 no. 12). */
export const IMPORTS: readonly SeededImport[] = [
  { task: '2300001', form: 'minusOne', body: imported(1, '85061000000', 'DRY CELL BATTERIES') },
  { task: '2300002', form: 'ddMMyyyy', body: imported(2, '39241000000', 'PLASTIC TABLEWARE') },
  { task: '2300003', form: 'yyyyMMdd', body: imported(3, '94054200000', 'LED LAMPS') },
]
