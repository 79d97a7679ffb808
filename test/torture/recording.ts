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
  kinds: CutKind[]
  /** Has room for the tills and their record. */
  folder: string
  shim: string
  sales: number
  /** Instead of `synchronous=FULL`, to see that the method finds what it looks for. */
  unsafe?: boolean
}

/** Records each kind, all in one process: most of its time goes into loading. Throws when what is to be recorded fails. */
export const record = ({ kinds, folder, shim, sales, unsafe }: RecordOptions): Map<CutKind, Recording> => {
  const file = join(folder, 'record')
  const tills = join(folder, 'recorded')
  rmSync(file, { force: true })
  rmSync(tills, { recursive: true, force: true })
  mkdirSync(tills)
  const script = fileURLToPath(new URL('recordedTill.ts', import.meta.url))
  const bugs = new URL('../simulation/bugs.ts', import.meta.url).href
  const planted = unsafe
    ? ['--import', `data:text/javascript,import{plant}from"${bugs}";plant("durabilityOff")`]
    : []
  const run = (more: string[], env: Record<string, string>) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [...planted, script, kinds.join(), tills, String(sales), ...more],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`What was to be recorded (${kinds.join()}) failed: ${stderr}`)
  }
  run(['prepare'], {})
  const before = kinds.map((kind) => [kind, filesIn(join(tills, kind))] as const)
  run([], { LD_PRELOAD: shim, TORTURE_RECORD: file, TORTURE_MATCH: tills })
  const operations = readRecord(file)
    // A file without a name is gone with the process.
    .filter((operation) => !operation.file.endsWith(' (deleted)'))
  rmSync(tills, { recursive: true })
  rmSync(file)
  return new Map(
    before.map(([kind, before]) => [kind, { before, operations: ownOf(join(tills, kind), operations) }]),
  )
}

/** The operations in a folder, with paths below it. */
const ownOf = (folder: string, operations: Operation[]): Operation[] =>
  operations
    .filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
    .map((operation) => ({
      ...operation,
      file: relative(folder, operation.file),
      data:
        operation.kind === 'rename' || operation.kind === 'link'
          ? Buffer.from(relative(folder, operation.data.toString()))
          : operation.data,
    }))
