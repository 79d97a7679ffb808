import { expect, test, vi } from 'vitest'
import { inBatches } from '../../../renderer/queries/inBatches.ts'

/** Sends 200 items to a core that takes so many milliseconds for each. Returns the sizes of the batches. */
const sent = async (msEach: number, options: Parameters<typeof inBatches>[2] = {}) => {
  let at = 0
  vi.spyOn(performance, 'now').mockImplementation(() => at)
  const items = Array.from({ length: 200 }, (_, index) => index)
  const batches: { from: number; some: number[] }[] = []
  await inBatches(
    items,
    async (some, from) => {
      at += some.length * msEach
      batches.push({ from, some })
    },
    options,
  )
  vi.restoreAllMocks()
  for (const { from, some } of batches) expect(some).toEqual(items.slice(from, from + some.length))
  return batches.map(({ some }) => some.length)
}

test('batches grow while the core is fast, to as many as it takes', async () => {
  expect(await sent(0.1)).toEqual([10, 20, 40, 50, 50, 30])
})

test('a slow core gets as many items as it does in a moment, at least one', async () => {
  expect((await sent(5)).slice(0, 3)).toEqual([10, 5, 5])
  expect((await sent(100)).slice(0, 3)).toEqual([10, 1, 1])
})

test('sending begins at the first item that is not done, and ends with the call that was stopped', async () => {
  expect(await sent(0.1, { from: 185 })).toEqual([10, 5])
  expect(await sent(0.1, { signal: AbortSignal.abort() })).toEqual([])
})
