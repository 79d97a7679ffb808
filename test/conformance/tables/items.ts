/** 2.3, 4.8 to 4.10: items. */
import { type Endpoint, optional, required } from '../support/table.ts'
import { date, itemTaxes, yesOrNo } from './formats.ts'

const code = (n: number) => `ITEM-${n}`
const registered = {
  itemCd: 'string',
  itemNm: 'string',
  itemClsCd: 'string',
  taxTyCd: /^[A-D]$/,
  useYn: /^[YN]$/,
  regDt: date,
} as const

export const items: Endpoint[] = [
  {
    method: 'POST',
    path: '/items/service',
    source: '4.8',
    envelope: 'resultCode',
    fields: {
      itemName: required('string', (n: number) => `Service ${n}`, { max: 100 }),
      taxType: required('string', 'B', { allowed: itemTaxes }),
      price: optional('number', 1160.5),
      itemCode: optional('string', code),
      description: optional('string', 'By the hour'),
      useYn: optional('string', 'Y', { allowed: yesOrNo }),
    },
    response: { ...registered, itemClsCd: /^SV$/, modiDt: date },
  },
  {
    method: 'POST',
    path: '/items/goods',
    source: '4.9',
    envelope: 'resultCode',
    fields: {
      itemName: required('string', (n: number) => `Goods ${n}`, { max: 100 }),
      taxType: required('string', 'B', { allowed: itemTaxes }),
      price: optional('number', 580),
      itemCode: optional('string', code),
      qtyUnitCd: optional('string', 'KG'),
      pkgUnitCd: optional('string', 'NT'),
      useYn: optional('string', 'Y', { allowed: yesOrNo }),
    },
    response: { ...registered, itemClsCd: /^GD$/, qtyUnitCd: 'string', pkgUnitCd: 'string' },
  },
  {
    method: 'POST',
    path: '/items',
    source: '4.10',
    envelope: 'resultCode',
    fields: {
      itemClsCd: required('string', 'GD', { allowed: ['SV', 'GD'] }),
      itemTyCd: required('string', '2'),
      itemNm: required('string', (n: number) => `Item ${n}`, { max: 100 }),
      pkgUnitCd: required('string', 'NT'),
      qtyUnitCd: required('string', 'U'),
      taxTyCd: required('string', 'B', { allowed: itemTaxes }),
      useYn: required('string', 'Y', { allowed: yesOrNo }),
      itemCd: optional('string', code),
      itemStdNm: optional('string', 'Item, standard'),
      orgnNatCd: optional('string', 'UG'),
      btchNo: optional('string', 'B7'),
      bcd: optional('string', (n: number) => `6161100${n}`),
      dftPrc: optional('number', 99.99),
      addInfo: optional('string', 'note'),
      sftyQty: optional('number', 5),
    },
    response: { ...registered, modiDt: date },
  },
  { method: 'GET', path: '/items', source: '4.0', fields: {}, response: { items: 'array' } },
]
