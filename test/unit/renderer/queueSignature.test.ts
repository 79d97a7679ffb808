import { describe, expect, it } from 'vitest'
import { invoiceOperations } from '../../../core/contract/invoice.ts'
import {
  faultySignatureFields,
  type SignatureForm,
  signatureInput,
} from '../../../renderer/screens/receipts/signatureForm.ts'

const good: SignatureForm = {
  signature: 'ABCD-EFGH-IJKL-MNOP',
  internalData: 'ABCD EFGH IJKL MNOP QRST UVWX 2A',
  receiptNumber: '1042',
  totalReceiptNumber: '1100',
  date: '20/11/2026',
  time: '13:38:04',
}

describe('a signature copied by hand', () => {
  it('becomes what the operation takes, without dashes and blanks', () => {
    expect(faultySignatureFields(good)).toEqual([])
    const input = signatureInput(7, good)
    expect(input).toMatchObject({ signature: 'ABCDEFGHIJKLMNOP', signedAt: '20261120133804' })
    expect(invoiceOperations['invoice.enterSignature'].input.safeParse(input).success).toBe(true)
  })

  it.each([
    ['signature', { signature: 'ABCD-EFGH-IJKL-MNO' }],
    ['signature', { signature: 'ABCD-EFGH-IJKL-MNO1' }],
    ['internalData', { internalData: 'ABCD' }],
    ['receiptNumber', { receiptNumber: '0' }],
    ['totalReceiptNumber', { totalReceiptNumber: '12a' }],
    ['date', { date: '31/02/2026' }],
    ['date', { date: '2026-11-20' }],
    ['time', { time: '25:00:00' }],
    ['time', { time: '13:38' }],
  ] as const)('names the %s when it cannot be right', (field, changes) => {
    expect(faultySignatureFields({ ...good, ...changes })).toEqual([field])
  })
})
