/** 4.16, 4.17: purchases. Supplier invoices are waiting at the practice authority for every taxpayer. */
import type { Caller } from '../support/shop.ts'
import { type Endpoint, nextNumber, optional, required } from '../support/table.ts'
import { dateTime } from './formats.ts'

interface Bought {
  spplrTin: string
  spplrInvcNo: string
  totAmt: number
  lines: { spplrItemCd: string; localItemCd: string; itemNm: string; taxType: string }[]
}
/** The invoices of suppliers. */
export const dairy: Bought = {
  spplrTin: 'P051333333C',
  spplrInvcNo: '15033',
  totAmt: 8913,
  lines: [
    { spplrItemCd: 'KE2NTNO0000021', localItemCd: 'MILK', itemNm: 'Milk 500 ml', taxType: 'A' },
    { spplrItemCd: 'KE2NTNO0000022', localItemCd: 'YOGHURT', itemNm: 'Yoghurt 250 ml', taxType: 'B' },
  ],
}
const miller: Bought = {
  spplrTin: 'P051222222B',
  spplrInvcNo: '877',
  totAmt: 3622.07,
  lines: [
    { spplrItemCd: 'KE2NTNO0000011', localItemCd: 'BREAD', itemNm: 'Bread 400 g', taxType: 'C' },
    { spplrItemCd: 'KE2NTNO0000012', localItemCd: 'BISCUITS', itemNm: 'Biscuits 100 g', taxType: 'B' },
  ],
}

const carrier: Bought = {
  spplrTin: 'P051555555E',
  spplrInvcNo: '301',
  totAmt: 1500,
  lines: [{ spplrItemCd: 'KE3NTNO0000001', localItemCd: 'DELIVERY', itemNm: 'Delivery', taxType: 'B' }],
}
/** A line of every tax type. */
const wholesaler: Bought = {
  spplrTin: 'P051111111A',
  spplrInvcNo: '4021',
  totAmt: 31_339,
  lines: [
    { spplrItemCd: 'KE2NTNO0000101', localItemCd: 'RICE', itemNm: 'Rice 2 kg', taxType: 'A' },
    { spplrItemCd: 'KE2NTNO0000102', localItemCd: 'BAR-SOAP', itemNm: 'Bar soap 800 g', taxType: 'B' },
    { spplrItemCd: 'KE2NTNO0000103', localItemCd: 'FLOUR', itemNm: 'Maize flour 2 kg', taxType: 'C' },
    { spplrItemCd: 'KE2NTNO0000104', localItemCd: 'PAPERS', itemNm: 'Newspapers', taxType: 'D' },
    { spplrItemCd: 'KE2NTNO0000105', localItemCd: 'KEROSENE', itemNm: 'Kerosene 1 l', taxType: 'E' },
  ],
}

/** E is taken on sales lines only, so that is where such an item is made. */
const sellUnderE = async ({ gets }: Caller, itemCd: string, itemNm: string) => {
  await gets('POST', '/sales-with-items', {
    transaction: { invcNo: nextNumber() },
    lineItems: [
      {
        itemClsCd: '1510150500',
        itemCd,
        itemNm,
        qtyUnitCd: 'U',
        taxTyCd: 'E',
        prc: 108,
        qty: 1,
        taxblAmt: 100,
        taxAmt: 8,
        totAmt: 108,
      },
    ],
    autoRegisterItems: true,
  })
}

/** Pulls the purchases, and makes the goods on one of them known. */
export const registerGoodsOf = async (caller: Caller, { lines }: Bought) => {
  await caller.gets('GET', '/purchases')
  for (const { localItemCd, itemNm, taxType } of lines)
    if (taxType === 'E') await sellUnderE(caller, localItemCd, itemNm)
    else await caller.gets('POST', '/items/goods', { itemName: itemNm, taxType, itemCode: localItemCd })
}

export const linksOf = ({ lines }: Bought) => ({
  links: lines.map(({ spplrItemCd, localItemCd, itemNm }) => ({ spplrItemCd, localItemCd, itemNm })),
})

/** Each invoice can be confirmed once. */
const left = new WeakMap<Caller['gets'], Bought[]>()
const nextInvoice = async (caller: Caller) => {
  const open = left.get(caller.gets) ?? [dairy, miller, carrier, wholesaler]
  const [bought = miller] = open
  left.set(caller.gets, open.slice(1))
  await registerGoodsOf(caller, bought)
  await caller.gets('POST', `/purchases/${bought.spplrInvcNo}/link-items`, linksOf(bought))
  const { spplrTin, spplrInvcNo, totAmt } = bought
  return { spplrTin, spplrInvcNo, totAmt }
}

export const purchases: Endpoint[] = [
  { method: 'GET', path: '/purchases', source: '4.0', fields: {}, response: {} },
  {
    method: 'POST',
    path: '/purchases/{purchaseId}/link-items',
    source: '4.17',
    envelope: 'successFlag',
    before: async (caller) => {
      await registerGoodsOf(caller, dairy)
      return {}
    },
    parameters: { purchaseId: dairy.spplrInvcNo },
    fields: {
      links: required('array', []),
      'links[].spplrItemCd': required('string', dairy.lines[0]?.spplrItemCd),
      'links[].localItemCd': required('string', dairy.lines[0]?.localItemCd),
      'links[].itemNm': optional('string', 'Milk 500 ml'),
    },
    response: { linked: 'number', purchaseId: 'string', note: 'string' },
  },
  {
    method: 'POST',
    path: '/purchases',
    source: '4.16',
    envelope: 'resultCode',
    before: nextInvoice,
    fields: {
      spplrTin: required('string', dairy.spplrTin),
      spplrInvcNo: required('string', dairy.spplrInvcNo, { either: true }),
      rcptTyCd: required('string', 'P', { allowed: ['P'] }),
      pmtTyCd: required('string', '01'),
      cfmDt: required('string', '20260301103000', { format: 'dateTime' }),
      salesSttsCd: required('string', '02', { allowed: ['02'] }),
      totAmt: required('number', dairy.totAmt),
      remark: optional('string', 'Received by hand'),
    },
    response: { cisInvcNo: 'number', cfmDt: dateTime },
  },
]
