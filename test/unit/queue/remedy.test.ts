import { describe, expect, it } from 'vitest'
import type { Remedy } from '../../../core/contract/queue.ts'
import { adviseOn } from '../../../core/queue/remedy.ts'

describe('a refusal in the words of the authority asks a person to', () => {
  it.each<[Remedy, string, { line?: number; itemCode?: string }?]>([
    ['callSupport', 'Invc No: 5 is invalid, use the expected value: 5'],
    ['callSupport', 'Invalid sarNo: Expected: 5 but found: 5'],
    ['fixItem', 'Invalid itemCd Sequence. Expected sequence ending with: ********5'],
    ['fixItem', "The ItemCd isn't made up of correct QtyUnitCd"],
    ['fixItem', 'Incorrect QtyUnitCd Prefix'],
    ['fixItem', 'Incorrect Packaging Unit Prefix'],
    ['fixItem', 'The Package unit code can ony be among the following list: [AM, BA]'],
    ['fixItem', 'Invalid Quantity Unit Code'],
    ['fixItem', 'orgnNatCd cannot be null'],
    ['fixItem', 'Invalid pkg for ItemList 1. Expected: 1, Found: 2', { line: 1 }],
    ['checkAmounts', 'Invalid splyAmnt on item: 1. Expected: 10.00, But Found: 9.00', { line: 1 }],
    ['checkAmounts', 'Invalid taxblAmt on item: 12. Expected: 862.07, But Found: 1000.00', { line: 12 }],
    [
      'checkAmounts',
      'Validation failed / Rule taxRtB failed: Tax rate mismatch. Expected: 16.00, Found: 0.0',
    ],
    ['checkAmounts', 'Rule taxRtE failed: Tax rate mismatch. Expected: 0.00, Found: 8'],
    ['addStock', 'Item KE2NTNO0000012 does not exist in your stock master', { itemCode: 'KE2NTNO0000012' }],
    [
      'addStock',
      'Items [KE2NTNO0000012, KE2NTNO0000013] do not exist in your stock',
      { itemCode: 'KE2NTNO0000012' },
    ],
    ['fixItem', 'Error occurred while validating item tax type: Please try again later'],
    ['checkOriginal', 'orgInvcNo does not exist. Please update the field and try again'],
    ['callSupport', 'Missing RfdDt Date'],
    ['callSupport', 'Invalid RfdRsnCd'],
    ['addStock', 'Stock IO is empty, consider adding items to the stock IO first'],
    ['addStock', 'rsdQty mismatch. Expected: 0.0 but found: 150'],
    [
      'addStock',
      'rsdQty quantity provided does not match the KE2NTNO0000012 code from Stock IO',
      { itemCode: 'KE2NTNO0000012' },
    ],
    ['callSupport', 'regTyCd cannot be null'],
    ['checkAmounts', 'Expected a value for totAmt on item: 3 but it is empty or null', { line: 3 }],
    ['callSupport', 'because the return value of "StockIOSaveReq.getOrgSarNo()" is null'],
    ['addStock', 'Insufficient Stock'],
    ['addStock', 'You dont have sufficient stock for this Transaction'],
    ['callSupport', 'Missing purchase Record'],
    ['callSupport', 'Supplier invoice number 12 does not exist'],
    [
      'registerItem',
      'Item KE2NTNO0000012 does not exist in your inventory. Ensure it is added under item management package',
      { itemCode: 'KE2NTNO0000012' },
    ],
    ['fixBuyer', 'custTin cannot be empty or Null'],
    ['fixBuyer', 'Invalid custTin. Expected: A000000001Z, Found: '],
    ['fixClock', 'Invalid salesDt: 20270101 is in the future'],
    ['callSupport', 'Request parameter error[remark : may not be empty]'],
    ['callSupport', ''],
  ])('%s: %s', (remedy, text, about = {}) => {
    expect(adviseOn(text)).toEqual({ remedy, line: about.line ?? null, itemCode: about.itemCode ?? null })
  })
})
