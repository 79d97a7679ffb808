import { mkdirSync } from 'node:fs'
import { lockFolder } from '../db/lock.ts'
import type { Host } from './host.ts'
import { keepPrivate } from './node/privacy.ts'
import { type OpenHostOptions, openHost } from './openHost.ts'
import type { Ports } from './ports.ts'

/**
 * Opens the core with its data folder to itself, making the folder where it is missing. Throws `FolderInUseError`
 * when another process has it.
 */
export const openAlone = async (
  dataDir: string,
  ports: Ports,
  options: Pick<OpenHostOptions, 'rest'> = {},
): Promise<Host> => {
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
