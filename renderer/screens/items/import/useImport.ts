import { useEffect, useRef, useState } from 'react'
import { withoutUnprintable } from '../../../../core/contract/bounds.ts'
import type { InputOf } from '../../../../core/contract/index.ts'
import type { Item } from '../../../../core/contract/item.ts'
import type { ImportOutcome } from '../../../../core/contract/itemImport.ts'
import { inBackground } from '../../../bridge/background.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'
import { inBatches } from '../../../queries/inBatches.ts'
import type { ListedRow } from './itemList.ts'

export interface ImportRun {
  /** checking, checked: the outcomes are predicted; otherwise they have happened. */
  state: 'checking' | 'checked' | 'importing' | 'imported' | 'stopped'
  /** The outcomes of the first rows, in their order. */
  outcomes: readonly ImportOutcome[]
  /** The failure that stopped it. */
  error: CallFailed | null
}

/** The answers about new items, beside the list. */
export type OfNew = Pick<InputOf<'item.importRows'>, 'classes' | 'itemClass'>

const longestName = 200

/** The name of a file may have any characters. */
const nameOf = (fileName: string): string => withoutUnprintable(fileName).trim().slice(0, longestName) || '–'

const beginning: ImportRun = { state: 'checking', outcomes: [], error: null }

/**
 * Imports the rows. What would become of them is asked whenever they are others; `taxType` is that of new items whose
 * row names none.
 */
export function useImport(
  rows: readonly ListedRow[] | undefined,
  { taxType, fileName }: { taxType: Item['taxType'] | null; fileName: string },
) {
  const call = useCaller()
  const [run, setRun] = useState(beginning)
  const [tries, setTries] = useState(0)
  const importing = useRef<AbortController>(null)

  async function bring(rows: readonly ListedRow[], ofNew: OfNew | null, signal: AbortSignal) {
    const check = ofNew === null
    // An import reports its outcomes even when it was stopped. A check of rows that have changed since does not.
    const update = (change: Partial<ImportRun>) => {
      if (!check || !signal.aborted) setRun((before) => ({ ...before, ...change }))
    }
    update({ ...beginning, state: check ? 'checking' : 'importing' })
    const requestId = crypto.randomUUID()
    const total = rows.length
    let outcomes: readonly ImportOutcome[] = []
    try {
      const send = async (some: ListedRow[], from: number) => {
        const reply = await call('item.importRows', {
          rows: some.map(({ row }) => row),
          check,
          ...ofNew,
          ...(taxType ? { taxType } : {}),
          ...(check ? {} : { part: { requestId, from, total, fileName: nameOf(fileName) } }),
        })
        outcomes = [...outcomes, ...reply.outcomes]
        update({ outcomes })
      }
      await inBatches(rows, send, { signal })
      update({ state: check ? 'checked' : outcomes.length < rows.length ? 'stopped' : 'imported' })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      update({ state: check ? 'checked' : 'stopped', error })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is brought is another, or asked again
  useEffect(() => {
    const checking = new AbortController()
    if (rows) inBackground(bring(rows, null, checking.signal))
    return () => checking.abort()
  }, [rows, taxType, tries])
  useEffect(() => () => importing.current?.abort(), [])

  return {
    run,
    /** After a check that failed. */
    checkAgain: () => setTries((before) => before + 1),
    start: (ofNew: OfNew) => {
      importing.current = new AbortController()
      if (rows) inBackground(bring(rows, ofNew, importing.current.signal))
    },
    /** After the rows that are on their way. */
    stop: () => importing.current?.abort(),
  }
}
