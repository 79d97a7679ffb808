/** The shop of the planned days, and what can happen in it. */

/** Prices in cents, tax included. Services need no stock. */
export const catalogue = [
  { name: 'Advice', taxType: 'B', price: 116_00 },
  { name: 'Repairs', taxType: 'B', price: 75_50 },
  { name: 'Lessons', taxType: 'A', price: 250_00 },
  { name: 'Delivery', taxType: 'C', price: 33_25 },
  { name: 'Fuel service', taxType: 'E', price: 108_00 },
] as const

export const cashiers = ['Otieno', 'Njeri'] as const
export type Cashier = (typeof cashiers)[number]
/** They buy on credit. */
export const customers = ['Mama Achieng', 'Hotel Baraka'] as const
/** Refunds and corrections are hers. She approves what the cashiers may not do alone. */
export const owner = 'Wanjiru'

/** Words of the Z report, by the authority's codes. `own`: a mobile money of the owner's list. */
export const methods = {
  '01': { method: 'cash' },
  '02': { method: 'credit' },
  '04': { method: 'cheque' },
  '05': { method: 'card' },
  '06': { method: 'mobileMoney' },
  own: { method: 'mobileMoney', tender: 'Till 555' },
} as const
export type Method = keyof typeof methods
export interface Tender {
  method: Method
  amount: number
}

export interface Line {
  item: number
  units: number
}

export type Step =
  | { act: 'open'; by: Cashier; float: number }
  | {
      act: 'sale'
      by: Cashier
      lines: Line[]
      total: number
      tenders: Tender[]
      /** Of {@link customers}; absent: paid at once. */
      customer?: number
      /** Goods of an earlier sale that come back in exchange. */
      returned?: { sale: number; units: number[]; total: number }
      /** The place of its `keep` step. */
      kept?: number
      proforma?: number
    }
  /** The window keeps the open sale. */
  | { act: 'keep'; by: Cashier; lines: Line[] }
  /** Goods leave the kept sale. Nothing is left: it is dropped. */
  | { act: 'void'; by: Cashier; kept: number; goods: Line[]; left: Line[] }
  /** A sale in training, and a credit note for all of it. */
  | { act: 'train'; by: Cashier; lines: Line[]; total: number }
  | { act: 'trainCredit'; by: Cashier; sale: number; total: number }
  | { act: 'proforma'; by: Cashier; lines: Line[]; total: number }
  /** A customer pays a part of the debt. */
  | { act: 'account'; by: Cashier; customer: number; amount: number; method: Method }
  /** `sale`: the place of its step. */
  | { act: 'credit'; sale: number; units: number[]; total: number; refundBy: Method }
  | { act: 'correct'; sale: number; tenders: Tender[] }
  | { act: 'move'; by: Cashier; kind: 'payIn' | 'payOut' | 'drop' | 'noSale'; amount: number }
  | { act: 'close'; by: Cashier; counted: number }

/** Cash in whole shillings, as the shop of the day has it. */
export const shillings = (cents: number): number => Math.round(cents / 100) * 100

export const priceOf = (lines: Line[]): number =>
  lines.reduce((sum, { item, units }) => sum + (catalogue[item]?.price ?? 0) * units, 0)
