/** Work that reads or writes a whole file, done in another thread: a scan or a keypress never waits for it. */

export interface Running<T> {
  /** Rejects as the task threw, or when it was stopped. */
  result: Promise<T>
  /** Resolves once the task has let go of its files. What it was writing stays half-written. */
  stop(): Promise<unknown>
}

/** Functions that the worker knows by their names (`core/worker/tasks.ts`). They get and answer plain data. */
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
