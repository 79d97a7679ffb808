/** Work that reads or writes a whole file runs in another thread, so that a scan or a keypress never waits for it. */

export interface Running<T> {
  /** Rejects with the task's error, or when it was stopped. */
  result: Promise<T>
  /** Resolves once the task has closed its files. A file being written stays incomplete. */
  stop(): Promise<unknown>
}

/** Names of the worker's functions (`core/worker/tasks.ts`). They take and return plain data. */
export type TaskName =
  | 'problemsIn'
  | 'copyDatabase'
  | 'checkCopy'
  | 'packCopy'
  | 'carryCopy'
  | 'lookInto'
  | 'prepareCopy'
  | 'fillIn'
  | 'writeDiagnostics'
  | 'compareCopies'
  | 'splitBody'

/** Runs the function `F` of that name: `offThread<typeof packCopy>('packCopy', copy, to)`. */
export type OffThread = <F extends (...args: never[]) => unknown>(
  name: TaskName,
  ...args: Parameters<F>
) => Running<Awaited<ReturnType<F>>>

/** To the worker. */
export interface Order {
  name: TaskName
  args: unknown[]
}

/** From the worker. */
export type Answer = { result: unknown } | { failed: { name: string; message: string; code?: unknown } }
