/** Translates the authority's `data` into our types. A reader returns undefined if a required member is missing. */

import { centsFromWire } from '../../fiscal/money.ts'
import type {
  BranchRow,
  CodeRow,
  DeviceIdentity,
  FoundInvoice,
  ItemClassRow,
  KnownItem,
  NoticeRow,
  Signature,
  TaxpayerRow,
} from '../port.ts'
import { list, optional, type Row, row, text, whole, wireDateTime } from './members.ts'

/** selectInitOsdcInfo. The specification's table misprints `sdcId` as `sdicId` (authority §1.4 no. 1). */
export function readDevice(data: unknown): DeviceIdentity | undefined {
  const info = row(row(data)?.['info'])
  const cmcKey = text(info, 'cmcKey')
  const sdcId = text(info, 'sdcId') || text(info, 'sdicId')
  if (!cmcKey || !sdcId) return undefined
  return {
    sdcId,
    mrcNo: text(info, 'mrcNo'),
    deviceId: text(info, 'dvcId'),
    cmcKey,
    taxpayerName: text(info, 'taxprNm'),
    branchName: text(info, 'bhfNm'),
    place: [place(info), text(info, 'prvncNm')].filter(Boolean).join(', '),
    headquarters: text(info, 'hqYn') === 'Y',
  }
}

/** selectCodeList. The tables become one row per code. */
export function readCodes(data: unknown): CodeRow[] | undefined {
  return list(data, 'clsList')?.flatMap((table) => {
    const className = text(table, 'cdClsNm')
    return (list(table, 'dtlList') ?? []).map((code) => ({
      class: text(table, 'cdCls'),
      className,
      code: text(code, 'cd'),
      name: text(code, 'cdNm'),
      description: optional(code, 'cdDesc'),
      sortOrder: whole(code, 'srtOrd') ?? 0,
      userDefined1: optional(code, 'userDfnCd1'),
      active: isActive(table) && isActive(code),
    }))
  })
}

export function readItemClasses(data: unknown): ItemClassRow[] | undefined {
  return list(data, 'itemClsList')?.map((each) => ({
    code: text(each, 'itemClsCd'),
    name: text(each, 'itemClsNm'),
    level: whole(each, 'itemClsLvl') ?? 0,
    taxType: optional(each, 'taxTyCd'),
    active: isActive(each),
  }))
}

export function readNotices(data: unknown): NoticeRow[] | undefined {
  return list(data, 'noticeList')?.map((each) => ({
    number: whole(each, 'noticeNo') ?? 0,
    title: text(each, 'title'),
    content: text(each, 'cont'),
    url: optional(each, 'dtlUrl'),
    author: optional(each, 'regrNm'),
    registeredAt: text(each, 'regDt'),
  }))
}

/** The taxpayer's items in all branches. `branchId`: our own branch. */
export function readItems(data: unknown, branchId: string): KnownItem[] | undefined {
  return list(data, 'itemList')?.map((each) => ({
    code: text(each, 'itemCd'),
    name: text(each, 'itemNm'),
    elsewhere: (optional(each, 'regBhfId') ?? branchId) !== branchId,
  }))
}

export function readBranches(data: unknown): BranchRow[] | undefined {
  return list(data, 'bhfList')?.map((each) => ({
    branchId: text(each, 'bhfId'),
    name: text(each, 'bhfNm'),
    status: optional(each, 'bhfSttsCd'),
    county: optional(each, 'prvncNm'),
    district: optional(each, 'dstrtNm'),
    sector: optional(each, 'sctrNm'),
    locality: optional(each, 'locDesc'),
    managerName: optional(each, 'mgrNm'),
    managerPhone: optional(each, 'mgrTelNo'),
    managerEmail: optional(each, 'mgrEmail'),
    headquarters: text(each, 'hqYn') === 'Y',
  }))
}

/** selectCustomer: returns the requested taxpayer (a row without a PIN counts as it); null if the list lacks it. */
export function readTaxpayer(data: unknown, pin: string): TaxpayerRow | null | undefined {
  const rows = list(data, 'custList')
  if (!rows) return undefined
  const found = rows.find((each) => (text(each, 'tin') || pin) === pin)
  if (!found) return null
  return {
    pin,
    name: text(found, 'taxprNm'),
    active: text(found, 'taxprSttsCd') !== 'D',
    county: optional(found, 'prvncNm'),
    place: place(found) || null,
  }
}

/**
 * A sale's response, and the `receipt` of a look-up, whose date has another format. If the total count of receipts is
 * missing, the receipt's own number is used, as on a device that only sells.
 */
export function readSignature(data: unknown): Signature | undefined {
  const found = row(data)
  const receiptNumber = whole(found, 'curRcptNo')
  const internalData = text(found, 'intrlData')
  const signature = text(found, 'rcptSign')
  const signedAt = wireDateTime(found, 'sdcDateTime')
  if (receiptNumber === undefined || !internalData || !signature || !signedAt) return undefined
  const totalReceiptNumber = whole(found, 'totRcptNo') ?? receiptNumber
  return { receiptNumber, totalReceiptNumber, internalData, signature, signedAt }
}

/**
 * selectInvoiceDetails: returns the row with the requested number; a row without a number counts as it (`authority
 * §1.4` no. 21). null if the list lacks it.
 */
export function readInvoice(data: unknown, number: number): FoundInvoice | null | undefined {
  const rows = list(data, 'salesList')
  if (!rows) return undefined
  const found = rows.find((each) => (whole(each, 'invcNo') ?? number) === number)
  if (!found) return null
  const total = centsFromWire(Number(found['totAmt'] ?? Number.NaN))
  if (total === null) return undefined
  const lines = list(found, 'itemList')
  const itemCodes = (lines ?? []).flatMap((line) => optional(line, 'itemCd') ?? [])
  return {
    number,
    traderNumber: optional(found, 'trdInvcNo'),
    kind: text(found, 'rcptTyCd') === 'R' ? 'creditNote' : 'sale',
    total,
    lines: lines?.length ?? whole(found, 'totItemCnt') ?? 0,
    itemCodes: itemCodes.length === (lines?.length ?? 0) ? itemCodes : [],
    confirmedAt: wireDateTime(found, 'cfmDt'),
    remark: optional(found, 'remark'),
    signature: readSignature(found['receipt']) ?? null,
  }
}

function isActive(found: Row): boolean {
  return text(found, 'useYn') !== 'N'
}

/** In the order of a postal address, largest first. */
function place(found: Row | undefined): string {
  return ['locDesc', 'sctrNm', 'dstrtNm']
    .map((name) => text(found, name))
    .filter(Boolean)
    .join(', ')
}
