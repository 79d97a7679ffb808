import { itemsAtOnce } from '../../core/contract/bounds.ts'

/** The first call is slower than the next ones. */
const few = 10
/** A scan at another window waits no longer than one call; milliseconds. */
const calm = 25

/**
 * Sends items a few at a time, so that a sale at another window gets in between: fewer while the computer is slow.
 * `from`: the first item, where an earlier run stopped. `first`: the size of the first batch, if it was sent before and
 * its answer was lost. Ends when all are sent, or after the call during which it was
 * stopped.
 */
export async function inBatches<T>(
  items: readonly T[],
  send: (some: T[], from: number) => Promise<unknown>,
  { signal, from = 0, first = few }: { signal?: AbortSignal; from?: number; first?: number | undefined } = {},
): Promise<void> {
  let size = first
  for (let at = from; at < items.length && !signal?.aborted; ) {
    const some = items.slice(at, at + size)
    const start = performance.now()
    await send(some, at)
    at += some.length
    const fitting = Math.floor((some.length * calm) / (performance.now() - start))
    size = Math.max(1, Math.min(itemsAtOnce, 2 * size, fitting))
  }
}
