/** PostgreSQL servers for tortures, outside Vitest. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, startServer } from '../../db/hub/engine.ts'
import { findPrograms, installedPrograms, oldestVersion, type Programs } from '../../db/hub/programs.ts'

/** npm's, and the oldest supported version where it is installed. */
export const programsHere = (): Programs[] => {
  const own = findPrograms()
  const old = installedPrograms().find(({ version }) => version === oldestVersion && version !== own.version)
  return [own, ...(old ? [old] : [])]
}

/** Another user runs it where this one is root, and must be able to enter the folder. */
export const startOwnServer = (parent: string, programs: Programs): Promise<Server> => {
  chmodSync(parent, 0o711)
  return startServer({ folder: join(parent, `server${programs.version}`), password: 'torture', programs })
}
