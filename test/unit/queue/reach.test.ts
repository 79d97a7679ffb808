import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, Exchange, Outcome } from '../../../core/authority/port.ts'
import { createReach, type Reach } from '../../../core/queue/reach.ts'

let now: number
/** The day is in doubt. */
let doubtful: boolean
let changes: boolean[]
let reach: Reach

beforeEach(() => {
  now = 1_000_000
  doubtful = false
  changes = []
  reach = createReach({
    now: () => (doubtful ? null : now),
    passed: () => now - 900_000,
    wall: () => now,
    heard: () => undefined,
    changed: (cameBack) => changes.push(cameBack),
  })
})

const exchange: Exchange = {
  request: '',
  response: null,
  httpStatus: null,
  durationMs: 0,
  authorityTime: null,
}
const note = (outcome: Outcome<unknown>, authorityTime: number | null = null) =>
  reach.note({ ...outcome, exchange: { ...exchange, authorityTime } } as Answer<unknown>)
const gone = { kind: 'neverArrived', text: '' } as const
const there = { kind: 'accepted', data: null } as const

describe('the line to the authority', () => {
  it('is not known before the first answer', () => {
    expect(reach.state()).toEqual({
      reachable: null,
      since: null,
      lastContactAt: null,
      clockDifferenceMs: null,
    })
  })

  it.each<[string, Outcome<unknown>, boolean]>([
    ['an acceptance', there, true],
    ['a refusal', { kind: 'refused', code: '910', text: '' }, true],
    ['nothing found', { kind: 'nothingFound' }, true],
    ['refused credentials', { kind: 'notAuthorised', code: '401', text: '' }, true],
    ['an unknown device', { kind: 'notInitialised', code: '901', text: '' }, true],
    ['a refused connection', gone, false],
    ['a lost answer', { kind: 'mayHaveArrived', text: '' }, false],
  ])('is shown by %s', (_, outcome, reachable) => {
    note(outcome)
    expect(reach.state()).toMatchObject({ reachable, since: now, lastContactAt: reachable ? now : null })
    expect(changes).toEqual([false])
  })

  it('says since when, and that it is back, once', () => {
    note(there)
    now += 10
    note(gone)
    now += 10
    note(gone)
    expect(reach.state()).toMatchObject({ reachable: false, since: 1_000_010, lastContactAt: 1_000_000 })
    note(there)
    note(there)
    expect(changes).toEqual([false, false, true])
  })

  it('dates its moments only while the day is sure, also those of before', () => {
    doubtful = true
    note(there)
    now += 10
    note(gone)
    expect(reach.state()).toMatchObject({ reachable: false, since: null, lastContactAt: null })
    now += 10
    doubtful = false
    expect(reach.state()).toMatchObject({ since: 1_000_010, lastContactAt: 1_000_000 })
  })

  it("knows how far the authority's clock is from ours, and keeps it while nobody answers", () => {
    note(there, now + 90_000)
    note(gone)
    expect(reach.state().clockDifferenceMs).toBe(90_000)
  })

  it('does not make news of what a slow answer does to the clock', () => {
    note(there, now)
    note(there, now - 1_900)
    expect(changes).toHaveLength(1)
    note(there, now - 4_000)
    expect(changes).toHaveLength(2)
  })
})
