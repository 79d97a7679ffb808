import { AUDIT, type Json, type Till } from './till.ts'

type LineInput = { item?: number; qty?: number; prc?: number; taxTyCd?: string }

const RATES: Record<string, number> = { A: 0, B: 16, C: 0, D: 0, E: 8 }

export const itemCode = (number: number, type = '2'): string =>
  `KE${type}NTNO${String(number).padStart(7, '0')}`

export const item = (number: number, changes: Json = {}): Json => ({
  itemCd: itemCode(number, changes.itemTyCd ?? '2'),
  itemClsCd: '5059690800',
  itemTyCd: '2',
  itemNm: `Item ${number}`,
  itemStdNm: null,
  orgnNatCd: 'KE',
  pkgUnitCd: 'NT',
  qtyUnitCd: 'NO',
  taxTyCd: 'B',
  btchNo: null,
  bcd: null,
  dftPrc: 580,
  addInfo: null,
  sftyQty: 0,
  isrcAplcbYn: 'N',
  useYn: 'Y',
  ...AUDIT,
  ...changes,
})

/** A line in the strict arithmetic, computed with decimals on purpose: not with the authority's own code. */
export function line(
  { item: number = 1, qty = 1, prc = 580, taxTyCd = 'B' }: LineInput = {},
  index = 0,
): Json {
  const splyAmt = Math.round(prc * qty * 100) / 100
  const taxblAmt = Math.round((splyAmt * 10_000) / (100 + (RATES[taxTyCd] ?? 0))) / 100
  return {
    itemSeq: index + 1,
    itemCd: itemCode(number),
    itemClsCd: '5059690800',
    itemNm: `Item ${number}`,
    bcd: null,
    pkgUnitCd: 'NT',
    pkg: 1,
    qtyUnitCd: 'NO',
    qty,
    prc,
    splyAmt,
    dcRt: 0,
    dcAmt: 0,
    taxTyCd,
    taxblAmt,
    taxAmt: Math.round((splyAmt - taxblAmt) * 100) / 100,
    totAmt: splyAmt,
  }
}

const sum = (lines: Json[], name: string): number =>
  Math.round(lines.reduce((total, each) => total + each[name], 0) * 100) / 100

export const totals = (lines: Json[]): Json => ({
  totItemCnt: lines.length,
  ...Object.fromEntries(
    Object.entries(RATES).flatMap(([type, rate]) => {
      const bucket = lines.filter((each) => each.taxTyCd === type)
      return [
        [`taxblAmt${type}`, sum(bucket, 'taxblAmt')],
        [`taxRt${type}`, rate],
        [`taxAmt${type}`, sum(bucket, 'taxAmt')],
      ]
    }),
  ),
  totTaxblAmt: sum(lines, 'taxblAmt'),
  totTaxAmt: sum(lines, 'taxAmt'),
  totAmt: sum(lines, 'totAmt'),
})

/** Today and now in Nairobi, as the wire writes them. */
export const stampNow = (): string =>
  new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)
export const today = (): string => stampNow().slice(0, 8)

export function sale(invcNo: number, inputs: LineInput[] = [{}], changes: Json = {}): Json {
  const itemList = inputs.map(line)
  return {
    trdInvcNo: `INV-${invcNo}`,
    invcNo,
    orgInvcNo: 0,
    custTin: null,
    custNm: null,
    salesTyCd: 'N',
    rcptTyCd: 'S',
    pmtTyCd: '01',
    salesSttsCd: '02',
    cfmDt: stampNow(),
    salesDt: today(),
    stockRlsDt: stampNow(),
    cnclReqDt: null,
    cnclDt: null,
    rfdDt: null,
    rfdRsnCd: null,
    ...totals(itemList),
    prchrAcptcYn: 'N',
    remark: null,
    ...AUDIT,
    receipt: { custTin: null, custMblNo: null, rcptPbctDt: stampNow(), prchrAcptcYn: 'N' },
    itemList,
    ...changes,
  }
}

export const creditNote = (invcNo: number, orgInvcNo: number, changes: Json = {}): Json =>
  sale(invcNo, [{}], { orgInvcNo, rcptTyCd: 'R', rfdDt: stampNow(), rfdRsnCd: '06', ...changes })

export function stockRecord(
  sarNo: number,
  sarTyCd: string,
  inputs: LineInput[] = [{}],
  changes: Json = {},
): Json {
  const itemList = inputs.map((input, index) => {
    const { dcRt: _, dcAmt: __, ...rest } = line(input, index)
    return { ...rest, itemExprDt: null, totDcAmt: 0 }
  })
  const { totItemCnt, totTaxblAmt, totTaxAmt, totAmt } = totals(itemList)
  return {
    sarNo,
    orgSarNo: 0,
    regTyCd: 'M',
    custTin: null,
    custNm: null,
    custBhfId: null,
    sarTyCd,
    ocrnDt: today(),
    totItemCnt,
    totTaxblAmt,
    totTaxAmt,
    totAmt,
    remark: null,
    ...AUDIT,
    itemList,
    ...changes,
  }
}

export function purchase(invcNo: number, supplier: Json, changes: Json = {}): Json {
  const itemList = changes.itemList ?? [line({ item: 1 })]
  return {
    invcNo,
    orgInvcNo: 0,
    ...supplier,
    regTyCd: 'M',
    pchsTyCd: 'N',
    rcptTyCd: 'P',
    pmtTyCd: '02',
    pchsSttsCd: '02',
    cfmDt: stampNow(),
    pchsDt: today(),
    ...totals(itemList),
    remark: null,
    ...AUDIT,
    itemList,
    ...changes,
  }
}

export const master = (number: number, rsdQty: number): Json => ({
  itemCd: itemCode(number),
  rsdQty,
  ...AUDIT,
})

/** Registers item 1 (goods, tax B) and books opening stock of it: the least a shop needs to sell. */
export async function stockUp(till: Till, quantity = 100): Promise<void> {
  await till.call('saveItem', item(1))
  await till.call('insertStockIO', stockRecord(1, '06', [{ qty: quantity }]))
  await till.call('saveStockMaster', master(1, quantity))
}
