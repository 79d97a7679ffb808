import { expect, test } from 'vitest'
import { continuesFrom, lastCommon, standingOf } from '../../../core/link/place.ts'
import { noHash } from '../../../db/profile/audit.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'

const goods = makeGoods(1)
const trail = makeTrail('T1')
for (let n = 0; n < 5; n += 1) trail.sell(goods)
/** Another till from row 6 on. */
const copy = makeTrail('T1', trail.facts[5])
for (let n = 0; n < 3; n += 1) copy.sell(goods, { at: 7 })
const copied = [...trail.facts.slice(0, 6), ...copy.facts]

type Facts = typeof trail.facts
const placeOf = (facts: Facts, seq: number) =>
  seq === 0 ? { seq, hash: noHash } : { seq, hash: facts[seq - 1]!.hash }
const trailOf = (facts: Facts, upTo: number) => ({
  head: placeOf(facts, upTo),
  hashAt: (seq: number) => (seq > upTo ? null : placeOf(facts, seq).hash),
})

test.each([
  ['a new till and a new hub', trail.facts, 0, placeOf(trail.facts, 0), 'inStep'],
  ['a hub that has nothing', trail.facts, 10, placeOf(trail.facts, 0), 'inStep'],
  ['a hub that has a part', trail.facts, 10, placeOf(trail.facts, 4), 'inStep'],
  ['a hub that has all', trail.facts, 10, placeOf(trail.facts, 10), 'inStep'],
  ['a till that was put back', trail.facts, 4, placeOf(trail.facts, 10), 'behind'],
  ['an empty till that was paired before', trail.facts, 0, placeOf(trail.facts, 10), 'behind'],
  ['a copy that went on alone, less far', copied, 8, placeOf(trail.facts, 10), 'behind'],
  ['a copy that went on alone, as far', copied, 10, placeOf(trail.facts, 10), 'forked'],
  ['a copy that went on alone, further', copied, 12, placeOf(trail.facts, 7), 'forked'],
  ['a copy whose hub was put back to before the fork', copied, 12, placeOf(trail.facts, 6), 'inStep'],
] as const)('%s', (_, facts, upTo, hub, standing) => {
  expect(standingOf(trailOf(facts as Facts, upTo), hub)).toBe(standing)
})

test.each([
  ['its own later facts', trail.facts, 4, trail.facts.slice(4), true],
  ['those of another till', copied, 8, trail.facts.slice(8), false],
  ['facts with a gap', trail.facts, 4, [trail.facts[4]!, trail.facts[6]!], false],
  ['facts that begin later', trail.facts, 4, trail.facts.slice(5), false],
  ['none', trail.facts, 4, [], false],
] as const)('a till that is behind knows %s', (_, facts, upTo, later, isOwn) => {
  expect(continuesFrom(placeOf(facts as Facts, upTo), later)).toBe(isOwn)
})

test('the last common row is found, wherever it is, with few questions', async () => {
  for (const highest of [0, 1, 2, 7, 100])
    for (let common = 0; common <= highest; common += 1) {
      let asked = 0
      const found = await lastCommon(highest, async (seq) => {
        asked += 1
        return seq <= common
      })
      expect([highest, found]).toEqual([highest, common])
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(highest + 1)))
    }
})
