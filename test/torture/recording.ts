/** The writes of a recorded till, in order; `shim.c` records them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CutKind } from './cutKinds.ts'

const kinds = {
  c: 'create',
  w: 'write',
  b: 'syncBegins',
  s: 'sync',
  t: 'truncate',
  u: 'unlink',
  r: 'rename',
  l: 'link',
  d: 'folder',
  a: 'acknowledged',
} as const

export interface Operation {
  kind: (typeof kinds)[keyof typeof kinds]
  file: string
  /** The offset of a write, the remaining size of a truncation, or the thread that waits for a sync. */
  offset: number
  /** The written bytes, or the new name of a rename or link. */
  data: Buffer
}

const readRecord = (file: string): Operation[] => {
  const bytes = readFileSync(file)
  const operations: Operation[] = []
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[String.fromCharCode(bytes[at] ?? 0) as keyof typeof kinds]
    const nameLength = bytes.readUInt16LE(at + 1)
    const offset = Number(bytes.readBigUInt64LE(at + 3))
    const length = bytes.readUInt32LE(at + 11)
    const name = bytes.toString('utf8', at + 15, at + 15 + nameLength)
    const from = at + 15 + nameLength
    operations.push({ kind, file: name, offset, data: bytes.subarray(from, from + length) })
    at = from + length
  }
  return operations
}

export const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name)
        return [relative(folder, file), readFileSync(file)]
      }),
  )

export interface Recording {
  /** The files before the recording, by path. */
  before: Map<string, Buffer>
  operations: Operation[]
}

export interface RecordOptions {
  kind: CutKind
  /** Has room for the till and its record. */
  folder: string
  shim: string
  sales: number
  /** Instead of `synchronous=FULL`, to see that the method finds what it looks for. */
  unsafe?: boolean
}

/** Throws when what is to be recorded fails. */
export const record = ({ kind, folder, shim, sales, unsafe }: RecordOptions): Recording => {
  const file = join(folder, 'record')
  const till = join(folder, 'recorded')
  rmSync(file, { force: true })
  rmSync(till, { recursive: true, force: true })
  mkdirSync(till)
  const script = fileURLToPath(new URL('recordedTill.ts', import.meta.url))
  const bugs = new URL('../simulation/bugs.ts', import.meta.url).href
  const planted = unsafe
    ? ['--import', `data:text/javascript,import{plant}from"${bugs}";plant("durabilityOff")`]
    : []
  const run = (more: string[], env: Record<string, string>) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [...planted, script, kind, till, String(sales), ...more],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`What was to be recorded (${kind}) failed: ${stderr}`)
  }
  run(['prepare'], {})
  const before = filesIn(till)
  run([], { LD_PRELOAD: shim, TORTURE_RECORD: file, TORTURE_MATCH: till })
  const own = (path: string) => relative(till, path)
  const operations = readRecord(file)
    // A file without a name is gone with the process.
    .filter((operation) => !operation.file.endsWith(' (deleted)'))
    .map((operation) => ({
      ...operation,
      file: own(operation.file),
      data:
        operation.kind === 'rename' || operation.kind === 'link'
          ? Buffer.from(own(operation.data.toString()))
          : operation.data,
    }))
  rmSync(till, { recursive: true })
  rmSync(file)
  return { before, operations }
}
