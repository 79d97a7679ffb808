/** The day's report on paper, in both languages and in every form that a receipt has. */
import { expect, it } from 'vitest'
import type { DayReport } from '../../../core/contract/report.ts'
import { buildDayReport } from '../../../core/receipt/dayReport.ts'
import { renderEscPos } from '../../../core/receipt/escpos.ts'
import { renderHtml } from '../../../core/receipt/html.ts'
import { renderText } from '../../../core/receipt/text.ts'

const report: DayReport = {
  day: '20261120',
  madeAt: Date.UTC(2026, 10, 20, 15, 4, 5),
  madeBy: 'Wanjiru Mwangi',
  shop: { name: 'Duka la Mama Njeri', pin: 'P051000001K', branch: '00', environment: 'sandbox', till: 'T1' },
  device: { serial: 'KAU-1', scuId: 'KRACU0100000001', mrcNo: 'WIS00000001' },
  sales: {
    documents: 141,
    beforeDiscount: 1_234_567_89,
    discount: 67_89,
    total: 1_234_500_00,
    taxable: 1_064_224_14,
    tax: 170_275_86,
  },
  creditNotes: {
    documents: 2,
    beforeDiscount: -1_160_00,
    discount: 0,
    total: -1_160_00,
    taxable: -1_000_00,
    tax: -160_00,
  },
  all: {
    documents: 143,
    beforeDiscount: 1_233_407_89,
    discount: 67_89,
    total: 1_233_340_00,
    taxable: 1_063_224_14,
    tax: 170_115_86,
  },
  taxes: [
    { taxType: 'A', percent: 0, total: 0, taxable: 0, tax: 0 },
    { taxType: 'B', percent: 16, total: 1_233_340_00, taxable: 1_063_224_14, tax: 170_115_86 },
  ],
  payments: [
    { method: '01', name: 'CASH', paid: 1_000_000_00, refunded: -1_160_00, total: 998_840_00 },
    { method: '06', name: 'MOBILE MONEY', paid: 234_000_00, refunded: 0, total: 234_000_00 },
    { method: null, name: '', paid: 500_00, refunded: 0, total: 500_00 },
  ],
  drawer: { cashIn: 1_012_345_00, change: -12_345_00, refunds: -1_160_00, expected: 998_840_00 },
  cashiers: [
    { name: 'Amina', sales: 100, creditNotes: 0, total: 900_000_00 },
    { name: 'Wanjiru Mwangi', sales: 41, creditNotes: 2, total: 333_340_00 },
  ],
  states: { signed: 139, waiting: 2, unknown: 1, refused: 1, acceptedUnsigned: 0, withdrawn: 1 },
  withdrawnTotal: 116_00,
  numbers: {
    sales: { first: 'T1-1001', last: 'T1-1141' },
    creditNotes: { first: 'T1-CN-7', last: 'T1-CN-8' },
    authority: { first: '2001', last: '2140' },
  },
  audit: { seq: 5120, hash: '0f3a5c7e91b2d4f6'.repeat(4) },
  printed: 2,
}

it.each(['en', 'sw'] as const)('reads as in the snapshot: %s', async (language) => {
  const lines = renderText(buildDayReport(report, { language, print: 3 }), 42)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(42)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`snapshots/dayReport.${language}.txt`)
})

it('goes on narrow paper, on a sheet and to a receipt printer whole', () => {
  const model = buildDayReport(report, { language: 'en', print: null })
  for (const line of renderText(model, 32)) expect(line.length, line).toBeLessThanOrEqual(32)
  for (const paper of ['58mm', '80mm', 'A4'] as const) {
    const html = renderHtml(model, paper)
    for (const part of ['998,840.00', '5120-0f3a5c7e91b2d4f6', 'T1-1001 - T1-1141', 'Not printed'])
      expect(html, paper).toContain(part)
  }
  const bytes = Buffer.from(renderEscPos(model, { columns: 48, cut: true, drawer: false })).toString('latin1')
  expect(bytes).toContain('998,840.00')
})
