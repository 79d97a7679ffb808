/** Which stock records of an earlier hub explain what the authority has. */
import { expect, test } from 'vitest'
import { explaining, explainingAnyhow } from '../../../core/signer/doubts.ts'

const [soap, tea] = [1, 2]
type Record = [id: number, till: string, goods: [item: number, quantity: number][]]
const candidates = (records: Record[]) =>
  records.map(([id, till, goods]) => ({ row: { id }, till, goods: new Map(goods), isDoubted: true }))

const sold = (id: number, till: string, quantity: number): Record => [id, till, [[soap, -quantity]]]

test.each<[name: string, records: Record[], missing: [number, number][], sent: number[] | null]>([
  ['none', [sold(1, 'A', 1), sold(2, 'B', 2)], [[soap, 0]], []],
  ['the first ones of all tills', [sold(1, 'A', 1), sold(2, 'B', 2), sold(3, 'A', 4)], [[soap, -3]], [1, 2]],
  ['those of one till alone', [sold(1, 'A', 1), sold(2, 'B', 2), sold(3, 'B', 3)], [[soap, -5]], [2, 3]],
  [
    'never a later one without an earlier one of its till',
    [sold(1, 'A', 3), sold(2, 'A', 2)],
    [[soap, -2]],
    null,
  ],
  [
    'goods that came and went',
    [sold(1, 'A', 5), [2, 'B', [[soap, 20]]], sold(3, 'A', 3), sold(4, 'B', 1)],
    [[soap, 12]],
    [1, 2, 3],
  ],
  [
    'what all goods of a record agree on',
    [
      [1, 'A', [[soap, -1]]],
      [
        2,
        'B',
        [
          [soap, -1],
          [tea, -2],
        ],
      ],
    ],
    [
      [soap, -1],
      [tea, -2],
    ],
    [2],
  ],
  [
    'a record of which the authority names one of the goods',
    [
      [
        1,
        'A',
        [
          [soap, -1],
          [tea, -2],
        ],
      ],
    ],
    [[soap, -1]],
    [1],
  ],
  ['nothing, if the authority has what nobody sold', [sold(1, 'A', 1)], [[soap, -7]], null],
])('%s', (_name, records, missing, sent) => {
  const found = explaining(candidates(records) as never, new Map(missing))
  expect(found?.map(({ row }) => row.id).toSorted() ?? null).toEqual(sent)
})

const withTea = (id: number, till: string, soaps: number, teas: number): Record => [
  id,
  till,
  [
    [soap, -soaps],
    [tea, -teas],
  ],
]

test.each<[name: string, records: Record[], missing: [number, number][], sent: number[] | null]>([
  [
    'a later one, while an earlier one waited for its item',
    [withTea(1, 'A', 3, 3), withTea(2, 'A', 2, 0), sold(3, 'A', 3)],
    [
      [soap, -2],
      [tea, 0],
    ],
    [2],
  ],
  ['the oldest ones that fit', [sold(1, 'A', 1), sold(2, 'A', 1), sold(3, 'A', 1)], [[soap, -2]], [1, 2]],
  ['nothing, if the authority has what nobody sold', [sold(1, 'A', 2)], [[soap, -1]], null],
])('in any order: %s', (_name, records, missing, sent) => {
  const found = explainingAnyhow(candidates(records) as never, new Map(missing))
  expect(found?.map(({ row }) => row.id) ?? null).toEqual(sent)
})

test('among hundreds of records the search ends', () => {
  const many = Array.from({ length: 600 }, (_, id) => sold(id, 'ABC'[id % 3] ?? '', 2))
  for (const search of [explaining, explainingAnyhow])
    expect(search(candidates(many) as never, new Map([[soap, -601]]))).toBeNull()
})
