import { useEffect, useState } from 'react'
import type { InputOf } from '../../../../core/contract/index.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { inBackground } from '../../../bridge/background.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'

export type ListQuery = Pick<InputOf<'item.list'>, 'text' | 'filter'>

/** Items that are asked for at once: a sale in another window waits for no more than these. */
const pageRows = 100

/** All items of a list, read once when a dialog opens. */
export function useListedItems(query: ListQuery) {
  const call = useCaller()
  const [items, setItems] = useState<readonly Item[]>([])
  const [isRead, setRead] = useState(false)
  const [error, setError] = useState<CallFailed | null>(null)

  async function read(signal: AbortSignal) {
    const all: Item[] = []
    let cursor: string | undefined
    try {
      do {
        const page = await call('item.list', { ...query, limit: pageRows, ...(cursor ? { cursor } : {}) })
        if (signal.aborted) return
        all.push(...page.items)
        setItems([...all])
        cursor = page.nextCursor
      } while (cursor !== undefined)
      setRead(true)
    } catch (failed) {
      if (!(failed instanceof CallFailed)) throw failed
      if (!signal.aborted) setError(failed)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list showed when the dialog was opened
  useEffect(() => {
    const reading = new AbortController()
    inBackground(read(reading.signal))
    return () => reading.abort()
  }, [])
  return { items, isRead, error }
}
