/** The form of a signature that a person copies from the authority's record. Pure. */
import type { InputOf } from '../../../core/contract/index.ts'
import { parseWireDateTime } from '../../../core/fiscal/dates.ts'

export interface SignatureForm {
  signature: string
  internalData: string
  receiptNumber: string
  totalReceiptNumber: string
  /** `20/11/2026`, as on paper. */
  date: string
  /** `13:38:04`. */
  time: string
}

export type SignatureField = keyof SignatureForm

const plain = (text: string) => text.replaceAll(/[-\s]/g, '')

/** `yyyyMMddHHmmss` of what was typed; null when there is no such moment. */
function wireDateTime({ date, time }: Pick<SignatureForm, 'date' | 'time'>): string | null {
  const [day, month, year] = date.trim().split('/')
  const wire = `${year}${month}${day}${time.trim().replaceAll(':', '')}`
  return parseWireDateTime(wire) === null ? null : wire
}

export function faultySignatureFields(form: SignatureForm): SignatureField[] {
  const number = (text: string) => /^[1-9]\d*$/.test(text.trim())
  const faults: [SignatureField, boolean][] = [
    ['signature', !/^[A-Z2-7]{16}$/.test(plain(form.signature))],
    ['internalData', !/^[A-Z2-7]{26}$/.test(plain(form.internalData))],
    ['receiptNumber', !number(form.receiptNumber)],
    ['totalReceiptNumber', !number(form.totalReceiptNumber)],
    ['date', wireDateTime({ date: form.date, time: '00:00:00' }) === null],
    ['time', wireDateTime({ date: '01/01/2026', time: form.time }) === null],
  ]
  return faults.filter(([, faulty]) => faulty).map(([field]) => field)
}

/** Returns the input of `invoice.enterSignature` once no field is faulty. */
export const signatureInput = (id: number, form: SignatureForm): InputOf<'invoice.enterSignature'> => ({
  id,
  signature: plain(form.signature),
  internalData: plain(form.internalData),
  receiptNumber: Number(form.receiptNumber),
  totalReceiptNumber: Number(form.totalReceiptNumber),
  signedAt: wireDateTime(form) ?? '',
})
