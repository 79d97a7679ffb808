import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growingPause, steadyPause, timing } from '../../../core/queue/timing.ts'

it('the pause is never shorter than asked for, grows, and ends at the cap with a fifth on top', () => {
  fc.assert(
    fc.property(
      fc.nat(2_000),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (tries, chance) => {
        const pause = growingPause(timing, tries, () => chance)
        const least = Math.min(timing.retryMs * 2 ** tries, timing.retryCapMs)
        expect(pause).toBeGreaterThanOrEqual(least)
        expect(pause).toBeLessThanOrEqual(least * 1.2)
      },
    ),
  )
})

it('a call that fails while others are answered is tried again within 10 to 30 seconds', () => {
  expect([0, 0.5, 1].map((chance) => steadyPause(timing, () => chance))).toEqual([10_000, 20_000, 30_000])
})

it('doubles from half a minute to ten', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 50].map((tries) => growingPause(timing, tries, () => 0) / 1_000)
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
})
