/**
 * Fields that other software sends for the authority only: the last modifier, further dates, texts of the receipt.
 */
import type { z } from 'zod'
import type { SaleExtras } from '../../authority/port.ts'
import type { cancelDate, documentHeader, receiptFields } from '../../contract/callerSale.ts'

type Said<T extends Record<string, z.ZodType>> = { [N in keyof T]?: z.output<T[N]> }
type Header = Said<Pick<typeof documentHeader, 'modrId' | 'modrNm' | 'prchrAcptcYn'>> & {
  [N in 'stockRlsDt' | 'cnclReqDt' | 'cnclDt' | 'rfdDt']?: z.output<typeof cancelDate>
}
type Receipt = Said<typeof receiptFields>

/** A date without a time means its beginning. */
const momentOf = (date: string | null | undefined): string | null => date?.padEnd(14, '0') ?? null

const modifierOf = ({ modrId, modrNm }: Header): SaleExtras['modifier'] => {
  const [id, name] = [modrId || modrNm, modrNm || modrId]
  return id && name ? { id: id.slice(0, 20), name } : null
}

const read = (header: Header, receipt: Receipt): SaleExtras => ({
  modifier: modifierOf(header),
  stockReleasedAt: momentOf(header.stockRlsDt),
  cancelRequestedAt: momentOf(header.cnclReqDt),
  cancelledAt: momentOf(header.cnclDt),
  refundedAt: momentOf(header.rfdDt),
  acceptedByBuyer: header.prchrAcptcYn === 'Y',
  receipt: {
    phone: receipt.custMblNo || null,
    tradeName: receipt.trdeNm || null,
    address: receipt.adrs || null,
    topMessage: receipt.topMsg || null,
    bottomMessage: receipt.btmMsg || null,
    acceptedByBuyer: receipt.prchrAcptcYn === 'Y',
  },
})

const inHeader = [
  'modrId',
  'modrNm',
  'prchrAcptcYn',
  'stockRlsDt',
  'cnclReqDt',
  'cnclDt',
  'rfdDt',
] as const satisfies (keyof Header)[]
const inReceipt = [
  'custMblNo',
  'trdeNm',
  'adrs',
  'topMsg',
  'btmMsg',
  'prchrAcptcYn',
] as const satisfies (keyof Receipt)[]

/** undefined if none of them is given. */
export const extrasOf = (header: Header, receipt: Receipt = {}): SaleExtras | undefined =>
  inHeader.some((name) => header[name]) || inReceipt.some((name) => receipt[name])
    ? read(header, receipt)
    : undefined
