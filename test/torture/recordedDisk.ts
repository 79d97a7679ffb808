/**
 * A disk by what was recorded of it: what must be there after a power cut, and what may be. What had been synced is there;
 * of what came after the last sync of its file each write is there, not there, or there in parts of 512 bytes. A name that
 * was made, changed or taken away is so for good once its folder was synced; a rename is never half done. Folders are
 * there once they were made, as on every disk that keeps a journal of its own.
 */
import { dirname } from 'node:path'
import type { Random } from '../simulation/random.ts'
import type { Operation } from './recording.ts'

/** A file behind its names; a file can have several. */
interface File {
  /** Belongs to this file: syncs change it in place. */
  synced: Buffer
  pending: Operation[]
  /** How much was pending when a thread's sync began. */
  syncs: Map<number, number>
}

type Names = Map<string, File>

interface NameChange {
  gone: string[]
  made: [name: string, file: File][]
  /** Folders that have to be synced until it is for good. */
  folders: Set<string>
}

const sector = 512

/** A file after some operations. Where it does not grow and `inPlace` is set, it is `before` itself, changed. */
const applied = (before: Buffer, operations: readonly Operation[], inPlace = false): Buffer => {
  if (operations.length === 0) return before
  let size = before.length
  const most = operations.reduce(
    (most, { kind, offset, data }) => Math.max(most, kind === 'truncate' ? offset : offset + data.length),
    size,
  )
  let content = before
  if (!inPlace || most > size) {
    content = Buffer.alloc(most)
    before.copy(content)
  }
  for (const { kind, offset, data } of operations) {
    if (kind === 'write') {
      data.copy(content, offset)
      size = Math.max(size, offset + data.length)
    } else {
      content.fill(0, offset, Math.max(size, offset))
      size = offset
    }
  }
  return content.subarray(0, size)
}

/** Some of its sectors are there. */
const torn = (operation: Operation, random: Random): Operation[] => {
  const parts: Operation[] = []
  for (let from = 0; from < operation.data.length; from += sector) {
    if (!random.chance(0.5)) continue
    const data = operation.data.subarray(from, from + sector)
    parts.push({ ...operation, offset: operation.offset + from, data })
  }
  return parts
}

/** How much of what was not synced survives: nothing, everything, or each by chance. */
const survivors = (pending: Operation[], random: Random): Operation[] => {
  if (pending.length === 0) return pending
  const draw = random.next()
  if (draw < 0.2) return []
  if (draw < 0.3) return pending
  return pending.flatMap((operation) => {
    const chance = random.next()
    if (chance < 0.4) return []
    if (operation.kind === 'write' && chance < 0.6) return torn(operation, random)
    return [operation]
  })
}

/** The names that a disk loses: none, all, the latest, or, without an order, any. */
const namesLeft = (changes: NameChange[], random: Random): NameChange[] => {
  const draw = random.next()
  if (draw < 0.2) return []
  if (draw < 0.4) return changes
  if (draw < 0.7) return changes.slice(0, random.between(0, changes.length))
  return changes.filter(() => random.chance(0.6))
}

const change = (names: Names, { gone, made }: NameChange): void => {
  for (const name of gone) names.delete(name)
  for (const [name, file] of made) names.set(name, file)
}

export interface RecordedDisk {
  apply(operation: Operation): void
  /** Every file after a cut now, by path. */
  cut(random: Random): Map<string, Buffer>
}

export const createRecordedDisk = (before: Map<string, Buffer>): RecordedDisk => {
  const file = (synced: Buffer): File => ({ synced, pending: [], syncs: new Map() })
  const durable: Names = new Map([...before].map(([name, content]) => [name, file(Buffer.from(content))]))
  const now: Names = new Map(durable)
  let changes: NameChange[] = []

  const note = (next: NameChange): void => {
    change(now, next)
    changes.push(next)
  }
  const opened = (name: string): File => {
    const known = now.get(name)
    if (known) return known
    const made = file(Buffer.alloc(0))
    note({ gone: [], made: [[name, made]], folders: new Set([dirname(name)]) })
    return made
  }
  /** A file, or a folder with what is in it. */
  const rename = (from: string, to: string, stays: boolean): void => {
    const moved = [...now].filter(([name]) => name === from || name.startsWith(`${from}/`))
    note({
      gone: stays ? [] : moved.map(([name]) => name),
      made: moved.map(([name, file]) => [to + name.slice(from.length), file]),
      folders: new Set([dirname(from), dirname(to)]),
    })
  }
  const syncFolder = (folder: string): void => {
    const still: NameChange[] = []
    for (const next of changes) {
      next.folders.delete(folder)
      if (next.folders.size > 0) still.push(next)
      else change(durable, next)
    }
    // Files in a renamed folder moved with it.
    changes = still.filter(
      ({ made }) => made.length === 0 || made.some(([name, file]) => now.get(name) === file),
    )
  }
  const sync = (of: File, thread: number): void => {
    const upTo = of.syncs.get(thread) ?? 0
    of.synced = applied(of.synced, of.pending.slice(0, upTo), true)
    of.pending = of.pending.slice(upTo)
    for (const [other, pending] of of.syncs) of.syncs.set(other, Math.max(0, pending - upTo))
  }

  return {
    apply: (operation) => {
      const { kind, file: name, offset, data } = operation
      if (kind === 'folder') syncFolder(name)
      else if (kind === 'create') opened(name)
      else if (kind === 'unlink') {
        if (now.has(name)) note({ gone: [name], made: [], folders: new Set([dirname(name)]) })
      } else if (kind === 'rename' || kind === 'link') rename(name, data.toString(), kind === 'link')
      else if (kind === 'sync') sync(opened(name), offset)
      else if (kind === 'syncBegins') {
        // For a folder only the final state counts.
        const of = now.get(name)
        of?.syncs.set(offset, of.pending.length)
      } else opened(name).pending.push(operation)
    },
    cut: (random) => {
      const names: Names = new Map(durable)
      for (const made of namesLeft(changes, random)) change(names, made)
      const contents = new Map<File, Buffer>()
      for (const of of names.values())
        if (!contents.has(of)) contents.set(of, applied(of.synced, survivors(of.pending, random)))
      return new Map([...names].map(([name, of]) => [name, contents.get(of) as Buffer]))
    },
  }
}
