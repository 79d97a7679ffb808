import { useEffect, useRef, useState } from 'react'
import type { ImportHead, ImportLine } from '../../../../core/contract/import.ts'
import { inBackground } from '../../../bridge/background.ts'
import { CallFailed, useCaller } from '../../../queries/calls.ts'

export interface UndoRun {
  /** checking, checked: the lines are predicted; otherwise they have happened. */
  state: 'checking' | 'checked' | 'undoing' | 'undone' | 'stopped'
  lines: readonly ImportLine[]
  head: ImportHead
  error: CallFailed | null
}

/** Undoes an import page by page, so that a sale at another window gets in between. It begins with a preview. */
export function useUndo(head: ImportHead) {
  const call = useCaller()
  const [run, setRun] = useState<UndoRun>({ state: 'checking', lines: [], head, error: null })
  const running = useRef<AbortController>(null)
  const requestId = useRef(crypto.randomUUID())

  async function bring(check: boolean, { signal }: AbortController) {
    const update = (change: Partial<UndoRun>) => {
      if (!check || !signal.aborted) setRun((before) => ({ ...before, ...change }))
    }
    update({ state: check ? 'checking' : 'undoing', lines: [], error: null })
    const lines: ImportLine[] = []
    let before: number | undefined
    try {
      do {
        const request = { id: head.id, requestId: requestId.current, check }
        const page = await call('item.importUndo', {
          ...request,
          ...(check && before !== undefined ? { before } : {}),
        })
        lines.push(...page.lines)
        before = page.next ?? undefined
        update({ lines: [...lines], head: page.head })
      } while (before !== undefined && !signal.aborted)
      update({ state: check ? 'checked' : before === undefined ? 'undone' : 'stopped' })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      update({ state: check ? 'checked' : 'stopped', error })
    }
  }

  function begin(check: boolean) {
    running.current = new AbortController()
    inBackground(bring(check, running.current))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    begin(true)
    return () => running.current?.abort()
  }, [])

  return {
    run,
    checkAgain: () => begin(true),
    start: () => begin(false),
    /** After the lines that are on their way. */
    stop: () => running.current?.abort(),
  }
}
