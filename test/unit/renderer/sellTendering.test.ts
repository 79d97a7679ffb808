import { describe, expect, test } from 'vitest'
import { type CodeRow, paymentCodes } from '../../../core/fiscal/codes.ts'
import { offeredTenders, type ShopTender, shippedTenders } from '../../../core/fiscal/shopTenders.ts'
import {
  codeWithScan,
  emptyDraft,
  isHalfCode,
  leavesOwing,
  nextStep,
  restOf,
  toReference,
} from '../../../renderer/screens/sell/sale/tendering.ts'

describe('what the big button does next', () => {
  test('with nothing typed it completes with the exact amount in cash', () => {
    expect(nextStep(122_000, [], emptyDraft)).toEqual({
      kind: 'complete',
      tenders: [{ method: 'cash', amount: 122_000 }],
      settlement: { paid: 122_000, remaining: 0, change: 0, rounding: 0 },
    })
  })

  test('with a larger note it completes and gives change', () => {
    expect(nextStep(62_000, [], { ...emptyDraft, amount: 100_000 })).toMatchObject({
      kind: 'complete',
      settlement: { change: 38_000 },
    })
  })

  test('with less it takes that and asks for the rest, which the next draft covers', () => {
    const first = nextStep(62_000, [], { ...emptyDraft, amount: 20_000 })
    expect(first).toMatchObject({ kind: 'add', settlement: { remaining: 42_000 } })
    const taken = first.kind === 'add' ? [first.tender] : []
    expect(
      nextStep(62_000, taken, {
        ...emptyDraft,
        method: 'mobileMoney',
        reference: ' SJK4H7 ',
        allowUsed: true,
      }),
    ).toEqual({
      kind: 'complete',
      tenders: [
        { method: 'cash', amount: 20_000 },
        { method: 'mobileMoney', amount: 42_000, reference: 'SJK4H7', allowUsed: true },
      ],
      settlement: { paid: 62_000, remaining: 0, change: 0, rounding: 0 },
    })
  })

  test('cash pays whole shillings where the owner wants it, and M-PESA the exact rest', () => {
    expect(nextStep(1000_60, [], emptyDraft, true)).toMatchObject({
      kind: 'complete',
      tenders: [{ method: 'cash', amount: 1001_00 }],
      settlement: { change: 0, rounding: 40 },
    })
    const taken = [{ method: 'cash', amount: 400_00 }] as const
    expect(nextStep(1000_60, taken, emptyDraft, true)).toMatchObject({ tenders: [{}, { amount: 601_00 }] })
    expect(nextStep(1000_60, taken, { ...emptyDraft, method: 'mobileMoney' }, true)).toMatchObject({
      tenders: [{}, { amount: 600_60 }],
      settlement: { rounding: 0 },
    })
    const covered = [{ method: 'cash', amount: 1000_00 }] as const
    expect(restOf(1000_40, covered, { method: 'mobileMoney', roundCash: true })).toBe(0)
    expect(nextStep(1000_40, covered, { ...emptyDraft, method: 'mobileMoney' }, true)).toMatchObject({
      kind: 'complete',
      tenders: covered,
    })
  })

  test('a card cannot be charged more than the sale', () => {
    expect(nextStep(62_000, [], { ...emptyDraft, method: 'card', amount: 70_000 })).toEqual({
      kind: 'impossible',
      reason: 'overpaidWithoutCash',
    })
  })

  test('what was taken for a larger sale completes a smaller one with change, or says why not', () => {
    expect(nextStep(500, [{ method: 'cash', amount: 1000 }], emptyDraft)).toMatchObject({
      kind: 'complete',
      tenders: [{ amount: 1000 }],
      settlement: { change: 500 },
    })
    expect(nextStep(500, [{ method: 'card', amount: 1000 }], emptyDraft).kind).toBe('impossible')
  })

  test('a note on cash carries no reference', () => {
    const step = nextStep(500, [], { ...emptyDraft, reference: 'left over', allowUsed: true })
    expect(step.kind === 'complete' && step.tenders).toEqual([{ method: 'cash', amount: 500 }])
  })
})

describe('an M-PESA code', () => {
  test('is taken from the message that was pasted, or as it is typed', () => {
    expect(toReference({ method: 'mobileMoney' }, ' tkn4b 7x2qf Confirmed. Ksh70.00 paid to')).toBe(
      'TKN4B7X2QF',
    )
    expect(toReference({ method: 'mobileMoney' }, 'tkn')).toBe('TKN')
    expect(toReference({ method: 'cheque' }, 'no 12 of 3')).toBe('NO 12 OF 3')
  })

  test.each([
    ['mobileMoney', '', false],
    ['mobileMoney', 'TKN4B7X2Q', true],
    ['mobileMoney', 'TKN4B-X2QF', true],
    ['mobileMoney', 'TKN4B7X2QF', false],
    ['card', 'TKN', false],
  ] as const)('%s %s is half a code: %s', (method, reference, isHalf) => {
    expect(isHalfCode({ method, reference })).toBe(isHalf)
    expect(isHalfCode({ method, tenderId: 'airtel', reference })).toBe(false)
  })
})

test('a debtor is asked for as soon as a part is on credit, or is being entered as credit', () => {
  expect(leavesOwing([emptyDraft])).toBe(false)
  expect(leavesOwing([{ ...emptyDraft, method: 'credit' }])).toBe(true)
  expect(leavesOwing([{ method: 'credit' }, emptyDraft])).toBe(true)
})

describe('ways to pay', () => {
  const offered = (table: readonly CodeRow[], list = shippedTenders) =>
    offeredTenders(list, table).map(({ id }) => id)

  test('come from the specification until the authority has been asked', () => {
    expect(offered([])).toEqual(['cash', 'mobileMoney', 'card', 'credit', 'cheque', 'other'])
    expect(offered(paymentCodes)).toEqual(offered([]))
  })

  test('are distinguished by name, and a method that the table lacks is not offered', () => {
    const table = [
      { code: '01', name: 'CASH' },
      { code: '06', name: 'OTHER' },
      { code: '08', name: 'MOBILE MONEY' },
    ]
    expect(offered(table)).toEqual(['cash', 'mobileMoney', 'other'])
    const own = { ...shippedTenders[1], id: 'airtel', name: 'Airtel Money' } as ShopTender
    const [cash, mpesa, card] = shippedTenders as [ShopTender, ShopTender, ShopTender]
    expect(offered(table, [card, own, { ...mpesa, on: false }, cash])).toEqual(['airtel', 'cash'])
  })
})

describe('what comes as fast as a scan while an M-PESA code is entered', () => {
  const cases: [text: string, reference: string, scanned: string, code: string | null][] = [
    ['a whole code is the code', '', 'TKN4B7X2QF', 'TKN4B7X2QF'],
    ['a whole code replaces what was begun', 'TKN4', 'tkn4b7x2qf', 'TKN4B7X2QF'],
    ['letters belong to the code that was begun', 'TK', 'N4B7X2QF', 'TKN4B7X2QF'],
    ['the first letters begin the code', '', 'TKN4B7X2', 'TKN4B7X2'],
    ['figures belong to it where they complete it', 'TKN4B7', '1234', 'TKN4B71234'],
    ['figures alone are a barcode', '', '6169900000047', null],
    ['eight figures are a barcode', 'TKN4', '61699000', null],
    ['a code with more than letters and figures is a barcode', '', 'SKU-12345', null],
    ['a code longer than that of M-PESA is a barcode', '', 'ABC1234567890', null],
  ]
  test.each(cases)('%s', (_, reference, scanned, code) => {
    expect(codeWithScan(reference, scanned)).toBe(code)
  })
})
