/** 4.13 to 4.15: stock movements, transfers, the stock master. */
import type { Body, Caller } from '../support/shop.ts'
import { type Endpoint, nextNumber, optional, required } from '../support/table.ts'
import { date, dateTime, itemTaxes } from './formats.ts'

const soap = 'JUDGE-SOAP'
const registerSoap = async ({ gets }: Caller): Promise<Body> => {
  await gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: soap, price: 116 })
  return {}
}
/** Ten pieces in, of an item of its own. */
export const stockedItem = async ({ gets }: Caller, qty = 10): Promise<string> => {
  const itemCd = `STOCK-${nextNumber()}`
  await gets('POST', '/items/goods', { itemName: 'Shelf', taxType: 'B', itemCode: itemCd, price: 116 })
  await gets('POST', '/stock/io', stockIn(itemCd, qty))
  return itemCd
}
/** Pieces at 116.00 bought in. */
export const stockIn = (itemCd: string, qty: number, stockTyCd = '02'): Body => ({
  sarNo: nextNumber(),
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: 1,
  totTaxblAmt: 100 * qty,
  totTax: 16 * qty,
  totAmt: 116 * qty,
  itemList: [{ itemCd, itemNm: 'Shelf', stockTyCd, qty, unitPrice: 116, totAmt: 116 * qty }],
})

export const stock: Endpoint[] = [
  {
    method: 'POST',
    path: '/stock/io',
    source: '4.13',
    envelope: 'resultCode',
    before: registerSoap,
    fields: {
      sarNo: required('number', (n: number) => n),
      orgSarNo: optional('number', 3),
      regTyCd: required('string', 'M', { allowed: ['M', 'A'] }),
      custTin: optional('string', 'A000000001Z'),
      custNm: optional('string', 'Supplier'),
      ocrnDt: required('string', '20260301', { format: 'date' }),
      totItemCnt: required('number', 1),
      totTaxblAmt: required('number', 1000),
      totTax: required('number', 160),
      totAmt: required('number', 1160),
      remark: optional('string', 'First delivery'),
      itemList: required('array', []),
      'itemList[].itemCd': required('string', soap),
      'itemList[].itemNm': required('string', 'Soap'),
      'itemList[].stockTyCd': required('string', '02', { allowed: ['01', '02', '03', '11', '12', '13'] }),
      'itemList[].qty': required('number', 10),
      'itemList[].unitPrice': required('number', 116),
      'itemList[].totAmt': required('number', 1160),
    },
    response: { sarNo: 'number', ocrnDt: date },
  },
  {
    method: 'POST',
    path: '/stock/transfer',
    source: '4.14',
    envelope: 'successFlag',
    before: async (caller) => ({ 'items[].itemCd': await stockedItem(caller) }),
    fields: {
      items: required('array', []),
      'items[].itemCd': required('string', soap),
      'items[].itemClsCd': required('string', '5059690800'),
      'items[].itemNm': required('string', 'Soap'),
      'items[].pkgUnitCd': required('string', 'NT'),
      'items[].pkg': required('number', 1),
      'items[].qtyUnitCd': required('string', 'U'),
      'items[].qty': required('number', 2),
      'items[].prc': required('number', 116),
      'items[].splyAmt': required('number', 232),
      'items[].taxblAmt': required('number', 200),
      'items[].taxTyCd': required('string', 'B', { allowed: itemTaxes }),
      'items[].taxAmt': required('number', 32),
      'items[].totAmt': required('number', 232),
      fromBhfId: optional('string', '00'),
      toBhfId: optional('string', '01'),
      sarNo: optional('number', (n: number) => n),
      ocrnDt: optional('string', '20260301093000', { format: 'dateTime' }),
      regrId: optional('string', 'USR01'),
      regrNm: optional('string', 'Admin'),
      'items[].totDcAmt': optional('number', 0),
    },
    response: { success: 'boolean', sarNo: 'number' },
  },
  {
    method: 'PUT',
    path: '/stock/master',
    source: '4.15',
    envelope: 'resultCode',
    before: async (caller) => ({ itemCd: await stockedItem(caller) }),
    fields: {
      itemCd: required('string', soap),
      remainingQty: required('number', 10),
      userId: required('string', 'u1'),
      userName: required('string', 'User'),
    },
    response: { itemCd: 'string', remainingQty: 'number', modiDt: dateTime },
  },
  { method: 'GET', path: '/stock/movements', source: '4.0', fields: {}, response: {} },
]
