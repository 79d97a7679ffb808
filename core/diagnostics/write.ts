/**
 * Writes the support file: readable JSON, packed by Node's own gzip. One file needs no archive library, and every
 * system opens it.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { toWireDateTime } from '../fiscal/dates.ts'
import { type GatherOptions, gatherDiagnostics } from './gather.ts'

export interface DiagnosticsFile {
  file: string
  bytes: number
  /** The file's content, unpacked. */
  content: string
}

const kept = 5
const ours = /^kaunta-\d{14}\.json\.gz$/

/**
 * Writes `<data>/diagnostics/kaunta-<moment>.json.gz`, or `file`. That folder keeps the newest five. Throws if it
 * cannot be written. Reads whole databases: a running till calls it in another thread.
 */
export const writeDiagnostics = (options: GatherOptions & { file?: string }): DiagnosticsFile => {
  const {
    dataDir,
    now,
    file = join(dataDir, 'diagnostics', `kaunta-${toWireDateTime(now)}.json.gz`),
  } = options
  const content = `${JSON.stringify(gatherDiagnostics(options), null, 2)}\n`
  const packed = gzipSync(content)
  if (options.file === undefined) makeFolder(dirname(file), 1)
  writeFileSync(file, packed, { mode: 0o600 })
  if (options.file === undefined) {
    const older = readdirSync(dirname(file))
      .filter((name) => ours.test(name))
      .toSorted()
      .slice(0, -kept)
    for (const name of older) rmSync(join(dirname(file), name), { force: true })
  }
  return { file, bytes: packed.length, content }
}
