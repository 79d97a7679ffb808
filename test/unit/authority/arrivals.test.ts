/** What other branches sent, on the wire (authority §1.4 no. 17). */
import { expect, test } from 'vitest'
import { readArrivals } from '../../../core/authority/oscu/arrivals.ts'

const goods = { itemCd: 'KE2NTNO0000001', itemNm: 'Bread', qtyUnitCd: 'NO', qty: '12.50', taxTyCd: 'B' }
const row = { custBhfId: '01', sarNo: 7, ocrnDt: '2026-03-01', remark: '#4', itemList: [goods] }

test('is read whichever way numbers and dates are written, and nothing is read that nobody can book in', () => {
  const stockList = [
    row,
    { ...row, sarNo: '12345678901234567890', ocrnDt: '20260301', remark: '' },
    { ...row, sarNo: null },
    { ...row, custBhfId: '' },
    { ...row, itemList: [{ ...goods, qty: 0 }] },
    { ...row, itemList: null },
  ]
  expect(readArrivals({ stockList })).toEqual(
    [
      ['7', '#4'],
      ['12345678901234567890', null],
    ].map(([number, remark]) => ({
      branchId: '01',
      number,
      sentOn: '20260301',
      remark,
      lines: [
        {
          itemCode: 'KE2NTNO0000001',
          itemClass: '',
          itemName: 'Bread',
          barcode: null,
          quantityUnit: 'NO',
          quantity: 1250,
          taxType: 'B',
        },
      ],
    })),
  )
  expect(readArrivals({})).toBeUndefined()
})
