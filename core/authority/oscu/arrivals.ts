/** selectStockMoveList: goods that other branches sent to ours (`authority §1.4` no. 17). */
import type { Arrival } from '../port.ts'
import { hundredths, list, optional, type Row, text } from './members.ts'
import { letterOf } from './supplierInvoices.ts'

/** Rows without a branch, a number or goods are skipped: nobody can book them in. */
export function readArrivals(data: unknown): Arrival[] | undefined {
  return list(data, 'stockList')
    ?.map((each) => ({
      branchId: text(each, 'custBhfId'),
      number: text(each, 'sarNo'),
      sentOn: text(each, 'ocrnDt').replace(/\D/g, '').slice(0, 8),
      remark: optional(each, 'remark'),
      lines: (list(each, 'itemList') ?? []).map(readLine).filter(({ quantity }) => quantity > 0),
    }))
    .filter(({ branchId, number, lines }) => branchId && number && lines.length > 0)
}

const readLine = (line: Row): Arrival['lines'][number] => ({
  // People choose an item for a code. A line without one goes by its name.
  itemCode: text(line, 'itemCd') || text(line, 'itemNm'),
  itemClass: text(line, 'itemClsCd'),
  itemName: text(line, 'itemNm'),
  barcode: optional(line, 'bcd'),
  quantityUnit: text(line, 'qtyUnitCd'),
  quantity: hundredths(line, 'qty'),
  taxType: letterOf(line),
})
