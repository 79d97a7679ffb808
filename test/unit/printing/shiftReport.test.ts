/** X, Z and slips of cash movements on paper, in both languages and on both rolls. */
import { expect, it } from 'vitest'
import type { Movement, ShiftReport } from '../../../core/contract/shift.ts'
import { buildCashSlip } from '../../../core/printing/documents/cashSlip.ts'
import { buildShiftReport } from '../../../core/printing/documents/shiftReport.ts'
import { renderText } from '../../../core/printing/render/text.ts'
import { dayReport } from './samples.ts'

const { day, drawer, printed, ...common } = dayReport
const at = common.madeAt
const x: ShiftReport = {
  ...common,
  shift: { number: 12, openedAt: at, openedBy: 'Otieno', float: 2_000_00, closed: null },
  software: { count: 2, total: 464_00 },
  drawer: {
    float: 2_000_00,
    sales: 1_000_000_00,
    refunds: -1_160_00,
    onAccount: 5_000_00,
    payIn: { count: 1, total: 300_00 },
    payOut: { count: 2, total: -150_00 },
    drop: { count: 1, total: -900_000_00 },
    noSale: 3,
    expected: 105_990_00,
  },
  tenders: [
    { method: 'cash', expected: 105_990_00, counted: null, difference: null },
    { method: 'mobileMoney', expected: 234_000_00, counted: null, difference: null },
  ],
  denominations: null,
  toReview: false,
  grandTotal: {
    sales: { count: 99_999, total: 9_876_543_21 },
    creditNotes: { count: 12, total: -12_345_00 },
    total: 9_864_198_21,
  },
  carried: {
    parked: { count: 1, named: [{ name: 'Amina', total: 180_00 }] },
    unprinted: { count: 22, named: [{ name: 'T1-1140', total: 95_00 }] },
    unsigned: {
      count: 1,
      named: [{ name: 'T1-1141', total: 116_00, soldAt: at, state: 'refused', text: 'Stock is too low' }],
    },
  },
}
const z: ShiftReport = {
  ...x,
  toReview: true,
  shift: { ...x.shift, closed: { at, by: 'Wanjiru Mwangi', note: 'Wrong change given' } },
  tenders: [
    { method: 'cash', expected: 105_990_00, counted: 105_965_00, difference: -25_00 },
    { method: 'mobileMoney', expected: 234_000_00, counted: 234_000_00, difference: 0 },
  ],
  denominations: [{ value: 1000_00, count: 100 }],
}
const slip: Movement = {
  ...{ id: 7, kind: 'payOut', amount: 150_00, reason: 'Supplier', reference: 'INV 9', note: null },
  ...{ at, by: 'Otieno' },
} as const

it.each(['en', 'sw'] as const)('fits both rolls and says what differs: %s', (language) => {
  const { shop, device, audit, madeAt, madeBy } = common
  const papers = [
    buildShiftReport(x, { language, copy: 0 }),
    buildShiftReport(z, { language, copy: 2 }),
    buildCashSlip(slip, {
      number: 12,
      head: { shop, device, audit, madeAt, madeBy },
      language,
      copy: 0,
    }),
  ].map((model) => {
    for (const columns of [32, 42] as const)
      for (const line of renderText(model, columns)) expect(line.length, line).toBeLessThanOrEqual(columns)
    return renderText(model, 42).join('\n')
  })
  const [ofX, ofZ, ofSlip] = papers
  // Words in double size have a space between their letters.
  const copy = [...(language === 'en' ? 'COPY 2' : 'NAKALA 2')].join(' ')
  const toReview = language === 'en' ? 'TO BE REVIEWED' : 'YA KUKAGULIWA'
  expect(ofX).not.toContain(toReview)
  expect(ofZ).toContain(toReview)
  expect(ofX).not.toContain('-25.00')
  expect(ofX).not.toContain(copy)
  for (const part of [copy, '105,965.00', '-25.00', '1,000.00 x 100', 'Wrong change given', '9,864,198.21'])
    expect(ofZ).toContain(part)
  for (const part of ['Achieng Atieno', 'Amina', 'T1-1140', 'T1-1141', '21', 'Stock is'])
    expect(ofX).toContain(part)
  for (const part of ['12-7', '150.00', 'Supplier', 'INV 9']) expect(ofSlip).toContain(part)
})
