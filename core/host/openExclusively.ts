import { mkdirSync } from 'node:fs'
import { lockFolder } from '../../db/engine/lock.ts'
import type { Ports } from '../base/ports.ts'
import { explainFolder, makesRoom } from '../disk/dataFolderErrors.ts'
import { keepPrivate } from '../platform/privacy.ts'
import type { Host } from './host.ts'
import { type OpenHostOptions, openHost } from './openHost.ts'

type Options = Pick<OpenHostOptions, 'rest' | 'diskLimits' | 'timing' | 'today' | 'program' | 'startHub'>

const openLocked = async (dataDir: string, ports: Ports, options: Options): Promise<Host> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  keepPrivate(dataDir, ports.log)
  const unlock = lockFolder(dataDir)
  try {
    const host = await openHost({ dataDir, ports, ...options })
    return { ...host, close: () => host.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens the core with exclusive access to its data folder, and creates a missing folder. Throws `FolderInUseError` if
 * another process uses it, `FolderTroubleError` if its disk is full, read-only or missing.
 */
export const openExclusively = async (
  dataDir: string,
  ports: Ports,
  options: Options = {},
): Promise<Host> => {
  try {
    return await openLocked(dataDir, ports, options).catch((error: unknown) => {
      if (!makesRoom(error, dataDir)) throw error
      ports.log.warn({ err: error }, 'the disk is full: the reserve is freed for the start')
      return openLocked(dataDir, ports, options)
    })
  } catch (error) {
    throw explainFolder(error, dataDir)
  }
}
