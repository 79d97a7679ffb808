import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentMethods } from '../../../core/fiscal/codes.ts'
import {
  mainPaymentMethod,
  restInCash,
  roundingAs,
  roundRefund,
  settleTenders,
  type Tender,
} from '../../../core/fiscal/tender.ts'

const cash = (amount: number): Tender => ({ method: 'cash', amount })
const sum = (tenders: readonly { amount: number }[]) => tenders.reduce((all, { amount }) => all + amount, 0)
const mobile = (amount: number): Tender => ({ method: 'mobileMoney', amount })

describe('tenders', () => {
  it.each([
    ['nothing yet', [], { paid: 0, remaining: 634_000, change: 0, rounding: 0 }],
    ['a part', [mobile(600_000)], { paid: 600_000, remaining: 34_000, change: 0, rounding: 0 }],
    [
      'the rest in a larger note',
      [mobile(600_000), cash(50_000)],
      { paid: 650_000, remaining: 0, change: 16_000, rounding: 0 },
    ],
    ['exact cash', [cash(634_000)], { paid: 634_000, remaining: 0, change: 0, rounding: 0 }],
  ])('that are %s', (_, tenders, settlement) => {
    expect(settleTenders(634_000, tenders)).toEqual({ ok: true, settlement })
  })

  it('give no change out of anything but cash', () => {
    const problem = { tender: null, reason: 'overpaidWithoutCash' }
    expect(settleTenders(1000, [mobile(1001)])).toEqual({ ok: false, problem })
    expect(settleTenders(1000, [cash(500), mobile(1001)])).toEqual({ ok: false, problem })
  })

  it.each([0, -5, 0.5, Number.NaN])('of %s are refused by their place', (amount) => {
    expect(settleTenders(1000, [cash(500), mobile(amount)])).toEqual({
      ok: false,
      problem: { tender: 1, reason: 'amountInvalid' },
    })
  })

  it('are not needed for what costs nothing', () => {
    expect(settleTenders(0, [])).toEqual({
      ok: true,
      settlement: { paid: 0, remaining: 0, change: 0, rounding: 0 },
    })
    expect(mainPaymentMethod(0, [])).toBe('cash')
  })

  it('always balance, and change is never above the cash', () => {
    const anyTender = fc.record({
      method: fc.constantFrom(...paymentMethods),
      amount: fc.integer({ min: 1, max: 500_000 }),
    })
    fc.assert(
      fc.property(
        fc.nat({ max: 800_000 }),
        fc.array(anyTender, { maxLength: 5 }),
        fc.boolean(),
        (total, tenders, roundCash) => {
          const result = settleTenders(total, tenders, roundCash)
          if (!result.ok) return
          const { paid, remaining, change, rounding } = result.settlement
          const cashPaid = sum(tenders.filter(({ method }) => method === 'cash'))
          expect(paid + remaining - change - rounding).toBe(total)
          expect(remaining === 0 || change === 0).toBe(true)
          expect(change).toBeLessThanOrEqual(cashPaid)
          expect(Math.abs(rounding)).toBeLessThanOrEqual(50)
          if (roundCash && cashPaid > 0) expect(restInCash(total, tenders, true)).toBe(remaining - change)
        },
      ),
    )
  })

  it.each([
    ['the only one', [mobile(1000)], 'mobileMoney'],
    ['cash and credit together', [cash(400), { method: 'credit', amount: 600 }], 'cashCredit'],
    ['the larger, when change is taken off the cash', [cash(1000), mobile(600)], 'mobileMoney'],
    ['the first of equals', [cash(500), mobile(500)], 'cash'],
    ['several of one kind as one', [mobile(450), cash(300), cash(250)], 'cash'],
  ] as const)('are sent to the authority as %s', (_, tenders, expected) => {
    expect(mainPaymentMethod(1000, tenders)).toBe(expected)
  })
})

const rounded = (amount: number) => ({ method: 'rounding', amount })

describe('cash in whole shillings', () => {
  it.each([
    ['below half a shilling', 1000_49, [cash(1000_00)], { remaining: 0, change: 0, rounding: -49 }],
    ['half a shilling', 1000_50, [cash(1001_00)], { remaining: 0, change: 0, rounding: 50 }],
    ['half a shilling, not enough', 1000_50, [cash(1000_50)], { remaining: 50, change: 0, rounding: 50 }],
    ['a note', 1000_40, [cash(2000_00)], { remaining: 0, change: 1000_00, rounding: -40 }],
    ['exact cents', 1000_40, [cash(1000_40)], { remaining: 0, change: 40, rounding: -40 }],
    ['whole already', 1000_00, [cash(1000_00)], { remaining: 0, change: 0, rounding: 0 }],
    ['M-PESA alone', 1000_40, [mobile(1000_40)], { remaining: 0, change: 0, rounding: 0 }],
    ['M-PESA, rest cash', 1000_40, [mobile(300_70), cash(700_00)], { remaining: 0, change: 0, rounding: 30 }],
    ['cash, rest M-PESA', 1000_40, [cash(500_00), mobile(500_40)], { remaining: 0, change: 0, rounding: 0 }],
    ['two times cash', 1000_40, [cash(400_00), cash(600_00)], { remaining: 0, change: 0, rounding: -40 }],
    ['a part', 1000_40, [cash(400_00)], { remaining: 600_00, change: 0, rounding: -40 }],
    ['less than half a shilling', 40, [cash(40)], { remaining: 0, change: 0, rounding: 0 }],
  ] as const)('pays %s', (_, total, tenders, settlement) => {
    expect(settleTenders(total, tenders, true)).toMatchObject({ ok: true, settlement })
    expect(settleTenders(total, tenders)).toMatchObject({ settlement: { rounding: 0 } })
  })

  const back = (...amounts: (readonly [method: string, amount: number])[]) =>
    amounts.map(([method, amount]) => ({ method, amount, reference: null }))
  it.each([
    ['down', back(['cash', 1000_40]), 0, [cash(1000_00), rounded(40)]],
    ['half a shilling up', back(['cash', 50]), 0, [cash(1_00), rounded(-50)]],
    ['to nothing', back(['cash', 40]), 0, [rounded(40)]],
    ['but not a whole amount', back(['cash', 5_00]), 0, [cash(5_00)]],
    ['but not M-PESA', back(['mobileMoney', 5_40]), 0, [mobile(5_40)]],
    [
      'beside M-PESA',
      back(['mobileMoney', 5_40], ['cash', 3_60]),
      0,
      [mobile(5_40), cash(4_00), rounded(-40)],
    ],
    // Of 1,000.50, which took 1,001: 334 went back before, then 333.
    ['after one that was rounded up', back(['cash', 333_50]), 50, [cash(333_00), rounded(50)]],
    ['after two', back(['cash', 333_50]), 0, [cash(334_00), rounded(-50)]],
    ['less than was returned too much', back(['cash', 10]), 50, [rounded(10)]],
  ])('goes back %s', (_, payments, before, expected) => {
    const refund = roundRefund(payments, before, (method) => method === 'cash')
    expect(refund).toMatchObject(expected)
    expect(sum(refund)).toBe(sum(payments))
  })

  it('is booked as a payment, and the authority gets the method that paid', () => {
    expect(roundingAs(0)).toEqual([])
    expect(mainPaymentMethod(60, [cash(1_00), { method: 'rounding', amount: -40 }])).toBe('cash')
    expect(
      mainPaymentMethod(10_40, [
        cash(5_00),
        { method: 'credit', amount: 5_00 },
        { method: 'rounding', amount: 40 },
      ]),
    ).toBe('cashCredit')
  })
})
