/** The worker's tasks, by name. A task imports what it needs, so that a thread starts quickly. */
import type { TaskName } from '../base/offThread.ts'

type Task = (...args: never[]) => unknown

const copies = () => import('../../db/integrity/copies.ts')

const loaders: Record<TaskName, () => Promise<Task>> = {
  problemsIn: async () => (await import('../../db/integrity/inspect.ts')).problemsIn,
  copyDatabase: async () => (await copies()).copyDatabase,
  checkCopy: async () => (await copies()).checkCopy,
  packCopy: async () => (await copies()).packCopy,
  carryCopy: async () => (await copies()).carryCopy,
  lookInto: async () => (await import('../recovery/lookInto.ts')).lookInto,
  prepareCopy: async () => (await import('../recovery/fill.ts')).prepareCopy,
  fillIn: async () => (await import('../recovery/fill.ts')).fillIn,
  compareCopies: async () => (await import('../recovery/compareCopies.ts')).compareCopies,
  splitBody: async () => (await import('../authority/oscu/splitBody.ts')).splitBody,
  writeDiagnostics: async () => (await import('../diagnostics/write.ts')).writeDiagnostics,
}

/** Runs a task in this thread, with its function's result or error. */
export const runTask = async (name: TaskName, args: unknown[]): Promise<unknown> => {
  const task = await loaders[name]()
  return task(...(args as never[]))
}
