import { isAbsolute } from 'node:path'
import { fail, ok } from '../../contract/errors.ts'
import { listFolder, places } from '../../disk/folders.ts'
import type { Handler } from '../shared/handler.ts'

/** Milliseconds. A disk of the network that is gone answers after minutes. */
const patienceMs = 5_000

export const listFolders: Handler<'folder.list'> = async ({ path }, { ports }) => {
  if (path === null)
    return ok({ path: null, parent: null, places: await places(), folders: [], files: [], more: false })
  const unreadable = fail(
    '003',
    'folder.unreadable',
    `Kaunta cannot read the folder ${path}. Check that its disk is connected, or choose another folder.`,
    { field: 'path', params: { path } },
  )
  if (!isAbsolute(path)) return unreadable
  const { promise: tooLate, resolve } = Promise.withResolvers<null>()
  const stop = ports.clock.after(patienceMs, () => resolve(null))
  const listed = await Promise.race([listFolder(path).catch(() => null), tooLate])
  stop()
  return listed === null ? unreadable : ok({ path, places: [], ...listed })
}
