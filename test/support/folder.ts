import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder {
  path: string
  remove(): void
}

export const temporaryFolder = (parent = tmpdir()): TemporaryFolder => {
  const path = mkdtempSync(join(parent, 'kaunta-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
