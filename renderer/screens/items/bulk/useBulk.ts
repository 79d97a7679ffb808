import { useEffect, useRef, useState } from 'react'
import type { BulkChange, BulkOutcome } from '../../../../core/contract/import.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import type { Item } from '../../../../core/contract/item.ts'
import { inBackground } from '../../../bridge/background.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'
import { inBatches } from '../../../queries/inBatches.ts'
import { useSettled } from '../../../queries/useSettled.ts'

export interface BulkRun {
  /** idle: nothing to preview. checking, checked: a preview. The others have happened. */
  state: 'idle' | 'checking' | 'checked' | 'running' | 'stopped' | 'done'
  /** Of the first items, in their order. */
  outcomes: readonly BulkOutcome[]
  total: number
  error: CallFailed | null
}

type Chosen = InputOf<'item.bulkChange'>['items']
interface Job {
  requestId: string
  change: BulkChange
  items: Chosen
  /** The size of a batch whose answer was lost. The same batch gets that answer; another one would be refused. */
  unanswered?: number | undefined
}

const idle: BulkRun = { state: 'idle', outcomes: [], total: 0, error: null }

/**
 * Previews a change of these items whenever one of the two is another, and makes it. A change that was stopped continues
 * where it was: the same change from the start would raise a price twice.
 */
export function useBulk(items: readonly Item[] | null, change: BulkChange | null) {
  const call = useCaller()
  const [run, setRun] = useState(idle)
  const [tries, setTries] = useState(0)
  const job = useRef<Job>(null)
  const running = useRef<AbortController>(null)
  const settled = useSettled(JSON.stringify(change))

  async function preview(change: BulkChange, items: readonly Item[], signal: AbortSignal) {
    const update = (next: Partial<BulkRun>) => {
      if (!signal.aborted && job.current === null) setRun((before) => ({ ...before, ...next }))
    }
    const outcomes: BulkOutcome[] = []
    update({ state: 'checking', outcomes: [], total: items.length, error: null })
    try {
      const send = async (some: Item[]) => {
        const chosen = some.map(({ id }) => ({ id }))
        outcomes.push(...(await call('item.bulkChange', { change, items: chosen, check: true })).outcomes)
        update({ outcomes: [...outcomes] })
      }
      await inBatches(items, send, { signal })
      update({ state: 'checked' })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      update({ state: 'checked', error })
    }
  }

  async function go(next: Job, done: readonly BulkOutcome[], signal: AbortSignal) {
    const { requestId, change, items } = next
    const total = items.length
    const outcomes = [...done]
    setRun({ state: 'running', outcomes, total, error: null })
    try {
      const send = async (some: Chosen, from: number) => {
        const part = { requestId, from, total }
        next.unanswered = some.length
        outcomes.push(
          ...(await call('item.bulkChange', { change, items: some, check: false, part })).outcomes,
        )
        next.unanswered = undefined
        setRun({ state: 'running', outcomes: [...outcomes], total, error: null })
      }
      await inBatches(items, send, { signal, from: done.length, first: next.unanswered })
      setRun({ state: outcomes.length < total ? 'stopped' : 'done', outcomes, total, error: null })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setRun({ state: 'stopped', outcomes, total, error })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is previewed is another, or asked again
  useEffect(() => {
    const checking = new AbortController()
    const wanted = JSON.parse(settled) as BulkChange | null
    if (job.current !== null) return
    if (items && wanted) inBackground(preview(wanted, items, checking.signal))
    else setRun(idle)
    return () => checking.abort()
  }, [items, settled, tries])
  useEffect(() => () => running.current?.abort(), [])

  function begin(next: Job, done: readonly BulkOutcome[]) {
    job.current = next
    running.current = new AbortController()
    inBackground(go(next, done, running.current.signal))
  }
  return {
    run,
    /** false: the preview is of what was entered a moment ago. */
    isCurrent: settled === JSON.stringify(change),
    checkAgain: () => setTries((before) => before + 1),
    /** Changes what the person saw. */
    start: (items: Chosen) => {
      if (change) begin({ requestId: crypto.randomUUID(), change, items }, [])
    },
    goOn: () => {
      if (job.current) begin(job.current, run.outcomes)
    },
    /** After the items that are on their way. */
    stop: () => running.current?.abort(),
  }
}
