/** The program of another shop: what it sells, the numbers that it gives, and what it writes down. */
import type { Body } from '../support/shop.ts'
import { today } from '../tables/formats.ts'
import type { Client } from './client.ts'
import { amountsOf, type Goods, type Line, type Note, sumOf, written } from './notes.ts'

export const soap: Goods = { itemCd: 'SOAP-1', itemNm: 'Soap', taxTyCd: 'B', price: 185_50 }
export const milk: Goods = { itemCd: 'MILK-1', itemNm: 'Milk', taxTyCd: 'A', price: 52_05 }
export const book: Goods = {
  itemCd: 'BOOK-1',
  itemNm: 'Exercise book',
  taxTyCd: 'C',
  price: 33_33,
  barcode: '6161100990011',
}
export const haircut: Goods = { itemCd: 'CUT-1', itemNm: 'Haircut', taxTyCd: 'B', price: 350_01 }
export const shelf = [soap, milk, book]

/** The program: its client, its notebook, and the numbers that it gives. */
export class Program {
  readonly client: Client
  readonly notes: Note[] = []
  readonly onHand = new Map<Goods, number>()
  #invoices = 0
  #records = 0

  constructor(client: Client) {
    this.client = client
  }

  nextInvoice(): number {
    this.#invoices += 1
    return this.#invoices
  }

  /** A document as it is sent, and what to write down once it is answered. */
  sale(lines: Line[], changes: Body = {}): { body: Body; note: Note } {
    const invcNo = this.nextInvoice()
    const sum = sumOf(lines)
    const fresh = changes['autoRegisterItems'] === true
    const body = {
      transaction: {
        invcNo,
        salesDt: today(),
        pmtTyCd: '01',
        rcptTyCd: 'S',
        salesSttsCd: '02',
        totTaxblAmt: sum.taxable / 100,
        totTax: sum.tax / 100,
        totAmt: sum.total / 100,
      },
      lineItems: lines.map((line) => written(line, fresh ? { itemClsCd: '5059690800' } : {})),
      ...changes,
    }
    const note: Note = { trader: String(invcNo), kind: 'S', lines, ...sum }
    this.notes.push(note)
    return { body, note }
  }

  /** A stock movement of 4.13. */
  movement(stockTyCd: string, lines: Line[]): Body {
    this.#records += 1
    const sum = sumOf(lines)
    const sign = Number(stockTyCd) < 10 ? 1 : -1
    for (const { goods, qty } of lines) this.onHand.set(goods, (this.onHand.get(goods) ?? 0) + sign * qty)
    return {
      sarNo: this.#records,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: lines.length,
      totTaxblAmt: sum.taxable / 100,
      totTax: sum.tax / 100,
      totAmt: sum.total / 100,
      itemList: lines.map((line) => ({
        itemCd: line.goods.itemCd,
        itemNm: line.goods.itemNm,
        stockTyCd,
        qty: line.qty,
        unitPrice: line.goods.price / 100,
        totAmt: amountsOf(line).total / 100,
      })),
    }
  }
}

/** The sale with number `index` of the day. */
export const basket = (index: number): { lines: Line[]; changes: Body } => {
  if (index % 3 === 0) {
    const repair = {
      itemCd: `REPAIR-${index}`,
      itemNm: `Repair no. ${index}`,
      taxTyCd: 'B',
      price: 999_99 + index,
    }
    return { lines: [{ goods: repair, qty: 1 }], changes: { autoRegisterItems: true } }
  }
  const lines = [
    { goods: soap, qty: 2 + (index % 3) },
    { goods: milk, qty: 1 },
    { goods: book, qty: 7 },
  ].slice(0, 1 + (index % 3))
  return { lines: index % 5 === 0 ? [...lines, { goods: haircut, qty: 1 }] : lines, changes: {} }
}
