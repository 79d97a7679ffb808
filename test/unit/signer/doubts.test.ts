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

/** Of four tills: id, till, and the quantity of each item. The authority rejected the first one. */
const manyRecords = `
196 A 1:8, 200 A 1:-5 2:-3, 202 A 3:-3 2:-3, 204 A 2:-1 5:-2, 206 A 6:-2 1:-2, 208 A 5:-2 2:-3,
210 A 6:-2, 212 A 2:-6, 214 A 6:-5, 216 A 2:-1, 218 A 1:-5 6:-3, 220 A 6:-3, 222 A 3:-2 1:-2,
224 A 5:-1, 226 A 1:-2, 228 A 6:-3 2:-2 1:-1, 230 A 3:-3 6:-2, 232 A 6:-1 3:-1, 234 A 1:-1 6:-2 3:-2,
377 B 1:28, 378 B 3:49, 693 A 6:38, 754 B 2:32, 755 B 3:19, 756 C 6:23, 758 D 4:1000, 881 A 1:48,
1294 C 6:48`
  .split(',')
  .map((text): Record => {
    const [id, till = '', ...goods] = text.trim().split(' ')
    return [Number(id), till, goods.map((each) => each.split(':').map(Number) as [number, number])]
  })

test('one that was rejected, and many that were not sent yet', () => {
  const sent = [200, 202, 204, 206, 208, 377, 378]
  const missing = new Map<number, number>()
  for (const [id, , goods] of manyRecords)
    for (const [item, quantity] of goods)
      missing.set(item, (missing.get(item) ?? 0) + (sent.includes(id) ? quantity : 0))
  const found = explainingAnyhow(candidates(manyRecords) as never, missing)
  expect(found?.map(({ row }) => row.id)).toEqual(sent)
})

test('among hundreds of records the search ends', () => {
  const many = Array.from({ length: 600 }, (_, id) => sold(id, 'ABC'[id % 3] ?? '', 2))
  for (const search of [explaining, explainingAnyhow])
    expect(search(candidates(many) as never, new Map([[soap, -601]]))).toBeNull()
})
