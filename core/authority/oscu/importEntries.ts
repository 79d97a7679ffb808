/** selectImportItemList: goods that customs reported to the authority (`authority §1.4` no. 12). */
import type { ImportEntry } from '../port.ts'
import { hundredths, list, optional, type Row, text, whole } from './members.ts'

const millionths = (found: Row, name: string): number => {
  const value = Number(found[name] ?? 0)
  return Number.isFinite(value) && value > 0 && value < 1e9 ? Math.round(value * 1e6) : 0
}

/** Rows without a task are skipped. The declaration's date stays as it is: the authority wants it back unchanged. */
export function readImportEntries(data: unknown): ImportEntry[] | undefined {
  return list(data, 'itemList')
    ?.filter((each) => text(each, 'taskCd'))
    .map((each) => ({
      task: text(each, 'taskCd'),
      declaredOn: text(each, 'dclDe'),
      sequence: whole(each, 'itemSeq') ?? 0,
      declaration: text(each, 'dclNo'),
      hsCode: text(each, 'hsCd'),
      itemName: text(each, 'itemNm'),
      status: text(each, 'imptItemSttsCd'),
      originCountry: optional(each, 'orgnNatCd'),
      exportCountry: optional(each, 'exptNatCd'),
      packageQuantity: hundredths(each, 'pkg'),
      packageUnit: text(each, 'pkgUnitCd'),
      quantity: hundredths(each, 'qty'),
      quantityUnit: text(each, 'qtyUnitCd'),
      totalWeight: hundredths(each, 'totWt'),
      netWeight: hundredths(each, 'netWt'),
      supplierName: text(each, 'spplrNm'),
      agentName: optional(each, 'agntNm'),
      amount: hundredths(each, 'invcFcurAmt'),
      currency: text(each, 'invcFcurCd'),
      rate: millionths(each, 'invcFcurExcrt'),
    }))
}
