/** The order in which pages of the hub's feed are fetched and stored. */
import { expect, test } from 'vitest'
import type { FeedPage } from '../../../core/contract/hub/wire.ts'
import { createReading } from '../../../core/link/reading.ts'
import { type Failed, failed } from '../../../core/link/tries.ts'

const last = 3
/** A till and its hub, with pages 1 to 3. Everything that happens is a line. */
const openTill = () => {
  const till = { place: '', seq: 7, lines: [] as string[], fails: 'none', disk: 'works' }
  const read = createReading({
    fetch: async ({ place, waitMs, seq }): Promise<FeedPage | Failed> => {
      till.lines.push(`fetch after ${place || 0}, ${waitMs} ms, seq ${seq}`)
      if (till.fails === place) return failed('unreachable')
      const next = Number(place) + 1
      return { place: String(next), fromStart: false, more: next < last, rows: [], applied: 0 } as FeedPage
    },
    place: () => till.place,
    seq: () => till.seq,
    waitMs: 100,
    apply: async ({ place }) => {
      till.lines.push(`store ${place}`)
      if (till.disk === 'full') throw new Error('disk full')
      till.place = place
    },
  })
  return { till, read }
}

test('the next page is fetched while one is stored, and only a stored place is noted', async () => {
  const { till, read } = openTill()
  expect([await read(), await read(), await read()]).toEqual([
    { more: true },
    { more: true },
    { more: false },
  ])
  expect(till.lines).toEqual([
    'fetch after 0, 100 ms, seq 7',
    'fetch after 1, 0 ms, seq null',
    'store 1',
    'fetch after 2, 0 ms, seq null',
    'store 2',
    'store 3',
  ])
  till.lines = []
  await read()
  expect(till.lines[0]).toBe('fetch after 3, 100 ms, seq 7')
})

test('a page that cannot be stored is fetched again', async () => {
  const { till, read } = openTill()
  await read()
  till.disk = 'full'
  await expect(read()).rejects.toThrow('disk full')
  till.disk = 'works'
  till.lines = []
  expect(await read()).toEqual({ more: true })
  expect(till.lines.slice(0, 1)).toEqual(['fetch after 1, 100 ms, seq 7'])
})

test('a page that did not come is fetched again', async () => {
  const { till, read } = openTill()
  till.fails = '1'
  expect(await read()).toEqual({ more: true })
  expect(await read()).toMatchObject({ problem: 'unreachable' })
  till.fails = 'none'
  expect(await read()).toEqual({ more: true })
  expect(till.place).toBe('2')
})
