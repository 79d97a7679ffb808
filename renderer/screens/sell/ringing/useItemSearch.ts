import { useEffect, useState } from 'react'
import type { Item } from '../../../../core/contract/item.ts'
import { useCall, useCaller } from '../../../queries/calls.ts'
import { looksLikeCode, readSearch } from './searchText.ts'

const mostResults = 40

/** A scanner's digits come faster than this, milliseconds; they are no search. */
const digitsRestMs = 60

export interface ItemSearch {
  text: string
  setText: (text: string) => void
  /** The search text without its quantity; empty: no search. */
  words: string
  results: Item[]
  /** Nothing matches as typed; these match with one typing error corrected. */
  corrected: boolean
  /** The answer to what stands there now, not to an earlier letter. */
  settled: boolean
  /** Which result Enter takes. */
  marked: number
  mark: (index: number) => void
  /** The item that Enter takes; undefined: no item matches. */
  choose: () => Promise<Item | undefined>
}

/** Items as they are typed for: each letter asks at once, and only the answer to the last one counts. */
export function useItemSearch(text: string, setText: (text: string) => void): ItemSearch {
  const call = useCaller()
  const { words: typed } = readSearch(text)
  const words = useRested(typed)
  const [marked, mark] = useState(0)
  const { data, isPlaceholderData } = useCall(
    'item.search',
    { text: words, limit: mostResults },
    { enabled: words !== '', keepPrevious: true },
  )
  const results = words === '' ? [] : (data?.items ?? [])
  const settled = data !== undefined && !isPlaceholderData

  async function choose(): Promise<Item | undefined> {
    if (looksLikeCode(typed) && marked === 0) {
      const found = await call('item.scan', { code: typed })
      if (found.kind === 'item') return found.item
    }
    if (settled && words === typed) return results[marked]
    const { items, corrected } = await call('item.search', { text: typed, limit: mostResults })
    // Nobody has seen it yet, and it may be another item than the one meant.
    return corrected ? undefined : items[0]
  }

  return {
    text,
    setText: (next) => {
      mark(0)
      setText(next)
    },
    words,
    results,
    corrected: words !== '' && data?.corrected === true,
    settled,
    marked: Math.min(marked, Math.max(0, results.length - 1)),
    mark,
    choose,
  }
}

/** Letters count at once; digits once they rest, so that a scan does not search seven times on its way. */
function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  const waits = /^\d/.test(typed) && typed !== rested
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setRested(typed), digitsRestMs)
    return () => clearTimeout(timer)
  }, [typed, waits])
  if (!waits && typed !== rested) setRested(typed)
  return waits ? rested : typed
}
