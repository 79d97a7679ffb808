import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentMethods } from '../../../core/fiscal/codes.ts'
import { mainPaymentMethod, settleTenders, type Tender } from '../../../core/fiscal/tender.ts'

const cash = (amount: number): Tender => ({ method: 'cash', amount })
const mobile = (amount: number): Tender => ({ method: 'mobileMoney', amount })

describe('tenders', () => {
  it.each([
    ['nothing yet', [], { paid: 0, remaining: 634_000, change: 0 }],
    ['a part', [mobile(600_000)], { paid: 600_000, remaining: 34_000, change: 0 }],
    [
      'the rest in a larger note',
      [mobile(600_000), cash(50_000)],
      { paid: 650_000, remaining: 0, change: 16_000 },
    ],
    ['exact cash', [cash(634_000)], { paid: 634_000, remaining: 0, change: 0 }],
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
    expect(settleTenders(0, [])).toEqual({ ok: true, settlement: { paid: 0, remaining: 0, change: 0 } })
    expect(mainPaymentMethod(0, [])).toBe('cash')
  })

  it('always balance, and change is never above the cash', () => {
    const anyTender = fc.record({
      method: fc.constantFrom(...paymentMethods),
      amount: fc.integer({ min: 1, max: 500_000 }),
    })
    fc.assert(
      fc.property(fc.nat({ max: 800_000 }), fc.array(anyTender, { maxLength: 5 }), (total, tenders) => {
        const result = settleTenders(total, tenders)
        if (!result.ok) return
        const { paid, remaining, change } = result.settlement
        const inCash = tenders.filter(({ method }) => method === 'cash')
        expect(paid + remaining - change).toBe(total)
        expect(remaining === 0 || change === 0).toBe(true)
        expect(change).toBeLessThanOrEqual(inCash.reduce((sum, tender) => sum + tender.amount, 0))
      }),
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
