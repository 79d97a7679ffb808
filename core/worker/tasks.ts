/**
 * Work that reads or writes a whole file, by name. Each task gets and answers plain data. A task loads what it needs, so
 * that a thread starts quickly.
 */
import type { Counted, Counts } from '../../db/integrity/copies.ts'
import type { GatherOptions } from '../diagnostics/gather.ts'
import type { Places } from '../recovery/files.ts'
import type { Incomplete } from '../recovery/fill.ts'

const copies = () => import('../../db/integrity/copies.ts')

export const tasks = {
  /** `db/integrity/inspect.ts` */
  problems: async (file: string) =>
    (await import('../../db/integrity/inspect.ts')).problemsIn(file, { depth: 'quick' }),
  /** `db/integrity/copies.ts` */
  copyDatabase: async (file: string, to: string) => (await copies()).copyDatabase(file, to),
  checkCopy: async (copy: string, kind: Counted, least: Counts) =>
    (await copies()).checkCopy(copy, kind, least),
  packCopy: async (copy: string, to: string) => (await copies()).packCopy(copy, to),
  carryCopy: async (copy: string, to: string) => (await copies()).carryCopy(copy, to),
  /** `core/recovery/lookInto.ts` */
  lookInto: async (copy: string, places: Places, room: number) =>
    (await import('../recovery/lookInto.ts')).lookInto(copy, places, room),
  /** `core/recovery/fill.ts` */
  prepareCopy: async (copy: string, places: Places) =>
    (await import('../recovery/fill.ts')).prepareCopy(copy, places),
  fillIn: async (places: Places, incomplete: Incomplete) =>
    (await import('../recovery/fill.ts')).fillIn(places, incomplete),
  /** `core/diagnostics/write.ts` */
  writeDiagnostics: async (options: GatherOptions) =>
    (await import('../diagnostics/write.ts')).writeDiagnostics(options),
  /** `core/recovery/compareCopies.ts` */
  compareCopies: async (places: Places, room: number) =>
    (await import('../recovery/compareCopies.ts')).compareCopies(places, room),
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
