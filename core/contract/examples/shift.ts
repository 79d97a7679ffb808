import type { Examples } from './example.ts'

const shift = {
  number: 18,
  state: 'closed' as const,
  openedAt: '2026-03-01T05:00:00.000Z',
  openedBy: 'Otieno',
  float: 2000,
  closedAt: '2026-03-01T14:00:00.000Z',
  closedBy: 'Otieno',
  note: null,
}

export const shiftExamples = {
  'shift.find': {
    request: { from: 18, limit: 100 },
    response: { shifts: [{ ...shift, expected: 5480, counted: 5480 }] },
  },
  'shift.look': {
    request: { number: 18 },
    response: {
      ...shift,
      report: {
        sales: { count: 31, amount: 4596, discount: 0, taxable: 3962.07, tax: 633.93 },
        creditNotes: { count: 1, amount: -116, discount: 0, taxable: -100, tax: -16 },
        taxes: [{ taxTyCd: 'B' as const, percent: 16, amount: 4480, taxable: 3862.07, tax: 617.93 }],
        payments: [{ method: 'cash', tender: null, paid: 4596, refunded: -116 }],
        rounding: 0,
        onAccount: [{ method: 'mobileMoney', tender: null, count: 1, amount: 500 }],
        unofficial: {
          TS: { count: 2, amount: 430 },
          TC: { count: 1, amount: -65 },
          PS: { count: 1, amount: 12_500 },
          copies: { count: 0, amount: 0 },
        },
        cashiers: [{ name: 'Otieno', sales: 31, creditNotes: 1, amount: 4480 }],
        drawer: {
          sales: 4596,
          refunds: -116,
          onAccount: 0,
          payIn: { count: 0, amount: 0 },
          payOut: { count: 1, amount: -1000 },
          drop: { count: 0, amount: 0 },
          noSale: 2,
          expected: 5480,
        },
        counted: [{ method: 'cash', tender: null, expected: 5480, counted: 5480, difference: 0 }],
        software: { count: 0, amount: 0 },
        grandTotal: 912_480,
        unsigned: 0,
      },
    },
  },
  'shift.findCash': {
    request: { shift: 18, limit: 100 },
    response: {
      movements: [
        {
          uid: '5f0c2f0e-61d1-4a53-9a35-0c7d6d2f1a44',
          shift: 18,
          kind: 'payOut' as const,
          amount: 1000,
          reason: 'Water',
          reference: null,
          note: null,
          movedAt: '2026-03-01T09:10:00.000Z',
          movedBy: 'Otieno',
        },
      ],
    },
  },
} satisfies Examples
