/** Facts of several tills are taken in the order in which they happened. */
import { expect, test } from 'vitest'
import type { FactFrom } from '../../../core/signer/context.ts'
import { inOrder } from '../../../core/signer/take.ts'

const most = 3
const trail = (uid: string, ...times: number[]): FactFrom[] =>
  times.map((at) => ({ from: { uid, name: uid }, fact: { at } as FactFrom['fact'] }))

test.each([
  ['of one till in its own order', [trail('a', 5, 4)], 'a5 a4'],
  ['of two tills by time', [trail('a', 1, 4), trail('b', 2, 3)], 'a1 b2 b3 a4'],
  ['up to where a trail may have more', [trail('a', 1, 2, 3), trail('b', 2, 9)], 'a1 a2 b2 a3'],
  ['of the trail that ends first', [trail('a', 4, 5, 6), trail('b', 1, 2, 3)], 'b1 b2 b3'],
  ['beside a till that has none', [trail('a', 1, 2), []], 'a1 a2'],
])('facts %s', (_, trails, taken) => {
  expect(
    inOrder(trails, most)
      .map(({ from, fact }) => `${from.uid}${fact.at}`)
      .join(' '),
  ).toBe(taken)
})
