/** Which day the till believes it is, whatever becomes of the computer's clock. */
import { describe, expect, it } from 'vitest'
import { dayMs, toWireDate } from '../../../core/fiscal/dates.ts'
import { type Contact, createFiscalClock, type FiscalClock } from '../../../core/profile/fiscalClock.ts'
import { memoryLog } from '../../support/server.ts'

const hour = 3_600_000
/** The true time at the beginning: 24 November 2026, 12:00 in Nairobi. */
const noon = Date.UTC(2026, 10, 24, 9)
const year = 365 * dayMs

/** A computer with its till: what it says, what is true, and what the till has kept. */
const computer = (skewMs = 0, by: { countsSleep?: boolean; namesStarts?: boolean } = {}) => {
  const { countsSleep = true, namesStarts = true } = by
  let truth = noon
  let skew = skewMs
  let started = noon - hour
  let slept = 0
  let boot = 1
  let kept: Contact | null = null
  let sold: { id: number; soldAt: number } | undefined
  let asked = 0
  const jumps: [number, number][] = []
  const open = (): FiscalClock =>
    createFiscalClock({
      clock: {
        now: () => truth + skew,
        monotonic: () => truth - started - slept,
        uptime: () => (countsSleep ? truth - started : null),
        bootId: () => (namesStarts ? `start ${boot}` : null),
        after: () => () => undefined,
      },
      kept: {
        get: () => kept,
        set: (contact) => {
          kept = contact
        },
      },
      newest: () => sold,
      log: memoryLog(),
      changed: () => undefined,
      unconfirmed: () => {
        asked += 1
      },
      jumped: (from, to) => jumps.push([from, to]),
    })
  let till = open()
  return {
    now: () => till.now(),
    day: () => toWireDate(till.now()),
    sure: () => till.uncertainty() === null,
    give: (day: string) => till.give(day),
    askedAgain: () => asked,
    jumps,
    /** The date on a document made now. */
    sell: () => {
      const soldAt = till.sure()
      sold = { id: (sold?.id ?? 0) + 1, soldAt }
      return toWireDate(soldAt)
    },
    truth: () => toWireDate(truth),
    /** The authority answers, by a clock that may be wrong itself. */
    answer: (wrongBy = 0, tookMs = 100) => till.heard(Math.floor((truth + wrongBy) / 1000) * 1000, tookMs),
    pass: (ms: number) => {
      truth += ms
    },
    sleep: (ms: number) => {
      truth += ms
      slept += ms
    },
    /** Somebody sets the clock: by so much from the true time. */
    set: (ms: number) => {
      skew = ms
    },
    restart: () => {
      till = open()
    },
    /** The computer is off for so long. */
    reboot: (ms: number) => {
      truth += ms
      started = truth - 60_000
      slept = 0
      boot += 1
      till = open()
    },
  }
}

describe('a date that was wrong and is corrected while the line is down', () => {
  it.each<[string, number]>([
    ['a day slow', -dayMs],
    ['a day fast', dayMs],
    ['a year slow', -year],
    ['a year fast', year],
    ['right', 0],
  ])('%s: documents bear the day of the authority before, and after', (_, skew) => {
    const till = computer(skew)
    till.answer()
    // A second answer confirms a time more than a day away. Here the computer's clock was wrong.
    till.answer()
    expect(till.jumps).toEqual([])
    expect(till.sell()).toBe(till.truth())
    for (const set of [0, dayMs, -dayMs, year, -2 * year]) {
      till.set(set)
      till.pass(10 * 60_000)
      expect(till.sure()).toBe(true)
      expect(till.sell()).toBe(till.truth())
    }
  })
  it.each([dayMs, -dayMs, year, -year])('a start of Kaunta after the date was set by %d ms', (set) => {
    const till = computer()
    till.answer()
    till.sell()
    till.set(set)
    till.restart()
    expect(till.sure()).toBe(true)
    expect(till.sell()).toBe(till.truth())
  })
})

describe('sleep', () => {
  it.each<[string, number]>([
    ['12 hours', 12 * hour],
    ['a weekend', 64 * hour],
  ])('%s are counted', (_, ms) => {
    const till = computer()
    till.answer()
    till.sell()
    till.sleep(ms)
    expect(till.sell()).toBe(till.truth())
    // The date set during the sleep, too.
    till.set(-ms)
    till.sleep(ms)
    expect(till.sell()).toBe(till.truth())
  })
  it('without a clock that counts it is doubt, until the authority answers', () => {
    const till = computer(0, { countsSleep: false })
    till.answer()
    till.pass(hour)
    expect(till.sell()).toBe(till.truth())
    till.sleep(12 * hour)
    expect(till.sure()).toBe(false)
    expect(() => till.sell()).toThrow('uncertain')
    till.answer()
    expect(till.sell()).toBe(till.truth())
    till.set(dayMs)
    expect(till.sure()).toBe(false)
  })
})

describe('a computer that was switched off, and the line is down', () => {
  const known = (skew = 0) => {
    const till = computer(skew)
    till.answer()
    till.answer()
    till.sell()
    return till
  }
  it.each<[string, number]>([
    ['overnight', 14 * hour],
    ['over a weekend', 42 * hour],
    ["over Easter's holidays", 110 * hour],
  ])('%s nobody is asked', (_, ms) => {
    const till = known()
    for (const _ of [1, 2, 3]) {
      till.reboot(ms)
      expect(till.sell()).toBe(till.truth())
    }
  })
  it.each<[string, number]>([
    ['three hours fast, for the time zone is wrong', 3 * hour],
    ['three hours slow', -3 * hour],
    ['ten minutes slow', -10 * 60_000],
  ])('%s each day: nobody is asked', (_, skew) => {
    const till = known(skew)
    till.reboot(20 * hour)
    expect(till.sell()).toBe(till.truth())
    till.reboot(60_000)
    expect(till.sell()).toBe(till.truth())
  })
  it.each<[string, number]>([
    ['its date begins anew in 2000', Date.UTC(2000, 0, 1) - noon],
    ['it is a year ahead', year],
    ['it is a year behind', -year],
    ['it is a day behind', -dayMs],
    ['it is a week ahead', 7 * dayMs],
  ])('%s: a person is asked once, and sells by that day', (_, set) => {
    const till = known()
    till.set(set)
    till.reboot(14 * hour)
    expect(till.sure()).toBe(false)
    expect(() => till.sell()).toThrow('uncertain')
    expect(till.give(till.truth())).toBe(true)
    expect(till.sell()).toBe(till.truth())
    till.restart()
    expect(till.sell()).toBe(till.truth())
    till.pass(dayMs)
    expect(till.sell()).toBe(till.truth())
  })
  it('a day slow before, and so still: it is as far off as it was', () => {
    const till = known(-dayMs)
    till.reboot(14 * hour)
    expect(till.sell()).toBe(till.truth())
  })
  it('a day slow before, and right now: it may be either day', () => {
    const till = known(-dayMs)
    till.set(0)
    till.reboot(14 * hour)
    expect(till.sure()).toBe(false)
    till.answer()
    expect(till.sell()).toBe(till.truth())
  })
  it('a date of yesterday is not taken for today because a person corrected it then', () => {
    const till = known()
    till.set(Date.UTC(2000, 0, 1) - noon - 14 * hour)
    till.reboot(14 * hour)
    till.give(till.truth())
    till.sell()
    till.set(Date.UTC(2000, 0, 1) - noon - 38 * hour + 30 * 60_000)
    till.reboot(24 * hour)
    expect(till.sure()).toBe(false)
  })
  it.each(['20251231', '20290101', '20260230', 'today'])('a person cannot say %s', (day) => {
    const till = known()
    till.set(-year)
    till.reboot(hour)
    expect(till.give(day)).toBe(false)
    expect(till.sure()).toBe(false)
  })
})

describe('a till that has never met the authority', () => {
  it('believes a date that can be', () => {
    expect(computer().sell()).toBe('20261124')
    expect(computer(20 * dayMs).sure()).toBe(true)
  })
  it('does not believe one before Kaunta was made', () => {
    const till = computer(Date.UTC(2019, 5, 1) - noon)
    expect(till.sure()).toBe(false)
    expect(till.give('20261124')).toBe(true)
    expect(till.sell()).toBe('20261124')
  })
  it('notices a date that is set back while it runs', () => {
    const till = computer()
    till.sell()
    till.set(-dayMs)
    expect(till.sure()).toBe(false)
  })
})

describe("the authority's own clock", () => {
  it('is followed where it is corrected by less than a day', () => {
    const till = computer()
    till.answer()
    till.answer(5 * hour)
    expect(Math.abs(till.now() - (noon + 5 * hour))).toBeLessThan(2_000)
    till.answer(-5 * hour)
    expect(Math.abs(till.now() - (noon - 5 * hour))).toBeLessThan(2_000)
  })
  it.each([3 * dayMs, -3 * dayMs, year, -year])('is asked again before a jump of %d ms is believed', (ms) => {
    const till = computer()
    till.answer()
    till.answer(ms)
    expect(till.day()).toBe('20261124')
    expect(till.askedAgain()).toBe(1)
    till.answer()
    expect(till.day()).toBe('20261124')
    expect(till.jumps).toEqual([])
    till.answer(ms)
    till.answer(ms)
    expect(till.day()).toBe(toWireDate(noon + ms))
    expect(till.jumps).toEqual([[noon, noon + ms]])
  })
  it('is never passed: a day that has not begun there is refused', () => {
    const till = computer()
    till.answer(-700, 900)
    for (let second = 0; second < 60; second += 1) {
      till.pass(1_000)
      till.answer(-700, 900)
      expect(till.now()).toBeLessThanOrEqual(noon + (second + 1) * 1_000)
    }
  })
})

it('without a name for its start a computer is known by the moment of it', () => {
  const till = computer(-2 * hour, { namesStarts: false })
  till.answer()
  till.restart()
  till.pass(hour)
  expect(Math.abs(till.now() - (noon + hour))).toBeLessThan(2_000)
  till.reboot(10 * hour)
  expect(till.sell()).toBe(till.truth())
})
