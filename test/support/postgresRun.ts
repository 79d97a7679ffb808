/** Around all of Vitest's tests: a folder for the PostgreSQL servers that they share, and the servers' end. */
import { chmodSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '../../db/hub/engine.ts'
import { temporaryFolder } from './folder.ts'
import { memoryFolder } from './memoryFolder.ts'
import type { SharedOptions } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the shared servers. */
    postgres: string
  }
}

const stopServer = async (note: string): Promise<void> => {
  const server = await startServer(JSON.parse(readFileSync(note, 'utf8')) as SharedOptions)
  await server.stop()
}

export default ({ provide }: TestProject) => {
  // This process has not the environment of the tests.
  const folder = temporaryFolder(memoryFolder().TMPDIR)
  chmodSync(folder.path, 0o711)
  provide('postgres', folder.path)
  return async () => {
    await Promise.all(globSync(join(folder.path, '*.ready')).map(stopServer))
    folder.remove()
  }
}
