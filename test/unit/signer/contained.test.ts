/** What a level that a till handed over says of a stock record. */
import { describe, expect, test } from 'vitest'
import { containsNothing } from '../../../core/contract/hub/contained.ts'
import { levelHas } from '../../../core/signer/contained.ts'

const till = 'till'
const level = (upTo: Record<string, number>, but: Record<string, number[]> = {}) => ({
  at: [1, 1, 1] as [number, number, number],
  upTo,
  but,
})
/** As many as a level has room for. */
const named = Array.from({ length: 200 }, (_, index) => 100 + index)
const alone = { parent: null, heirs: [] }
/** After fact 31 this till and another one, which was its copy, wrote other facts. */
const copied = { parent: null, heirs: [{ uid: 'heir', after: 31 }] }
const anew = { parent: { uid: 'before', after: 31 }, heirs: [] }

describe('a level', () => {
  test.each([
    ['contains a fact up to its end', level({ till: 24 }), 24, alone, true],
    ['does not contain a later one', level({ till: 24 }), 25, alone, false],
    ['does not contain one that it excepts', level({ till: 24 }, { till: [20] }), 20, alone, false],
    [
      'names so many, and does not say of an earlier one',
      level({ till: 999 }, { till: named }),
      99,
      alone,
      null,
    ],
    ['names so many, and contains a later one', level({ till: 999 }, { till: named }), 301, alone, true],
    ['of which no stock was told contains nothing', containsNothing, 1, alone, false],
    ['of another branch of tills does not say', level({ other: 24 }), 20, alone, null],
    ['does not say which of two copies wrote a fact', level({ till: 40 }), 35, copied, null],
    ['says it if it knows both copies', level({ till: 40, heir: 33 }), 35, copied, true],
    ['says it of what both have', level({ till: 40 }), 31, copied, true],
    ['that ends before the copy contains nothing of one alone', level({ till: 24 }), 35, copied, false],
    ['that ends before a fact of either copy does not contain it', level({ till: 35 }), 40, copied, false],
    ['from before a new pairing does not say', level({ before: 40 }), 35, anew, null],
    ['that ends before a new pairing contains nothing since', level({ before: 31 }), 35, anew, false],
    ['from before a new pairing contains nothing after its end', level({ before: 35 }), 40, anew, false],
    ['without the till of before does not say', level({}), 35, anew, null],
  ])('%s', (_, of, seq, hub, said) => {
    expect(levelHas(of, { uid: till, seq }, hub)).toBe(said)
  })
})
