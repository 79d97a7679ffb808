/** Gets feeds and files from the address of the updates. All sizes and waits have a bound. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import { syncPath } from '../../db/engine/syncPath.ts'
import { type FeedFile, type SignedFeed, UpdateError } from './feed.ts'

/** Bytes. A feed has about 500. */
const largestFeed = 64 * 1024
/** Milliseconds without a byte after which a server counts as silent. */
const silentMs = 30_000

interface Asking {
  /** Ends with a slash. */
  address: string
  signal: AbortSignal
}

/** Ends a transfer that stands still. A slow one may take hours. */
const createPatience = (signal: AbortSignal) => {
  const ending = new AbortController()
  const arm = () => setTimeout(() => ending.abort(new Error('The server fell silent')), silentMs)
  let timer = arm()
  return {
    signal: AbortSignal.any([signal, ending.signal]),
    /** Something arrived. */
    touch: () => {
      clearTimeout(timer)
      timer = arm()
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

const ask = async (
  name: string,
  { address, signal }: Asking,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: NonNullable<Response['body']> }> => {
  const { ok, status, body } = await fetch(new URL(name, address), { headers, signal })
  if (ok && body) return { status, body }
  await body?.cancel()
  throw new UpdateError('unreachable', `${address}${name} answers ${status}`)
}

/** Everything that a network does is one problem for people: the address cannot be reached. */
const unreachable = (name: string, address: string) => (error: unknown) => {
  throw error instanceof UpdateError
    ? error
    : new UpdateError('unreachable', `${name} did not come from ${address}`, error)
}

const readSmall = async (name: string, { address, signal }: Asking): Promise<Buffer> => {
  using patience = createPatience(signal)
  const { body } = await ask(name, { address, signal: patience.signal })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.length
    if (bytes > largestFeed) throw new UpdateError('badFeed', `${name} is too long for a feed`)
  }
  return Buffer.concat(parts)
}

/** Returns a feed with its signature, unverified. Throws {@link UpdateError}. */
export const fetchFeed = async (name: string, asking: Asking): Promise<SignedFeed> => {
  const read = (file: string) => readSmall(file, asking).catch(unreachable(file, asking.address))
  const content = await read(name)
  return { name, content, signature: (await read(`${name}.sig`)).toString().trim() }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Reads the whole file in small parts. False also for a file that cannot be read. */
export const isWhole = async (file: string, { sha512, size }: FeedFile): Promise<boolean> => {
  if (sizeOf(file) !== size) return false
  const hash = createHash('sha512')
  try {
    for await (const part of createReadStream(file)) hash.update(part)
  } catch {
    return false
  }
  return hash.digest('base64') === sha512
}

export interface Downloading extends Asking {
  /** Where it will lie under its own name. */
  folder: string
  /** Free bytes on that disk that Kaunta may use. */
  room(): number
  /** Bytes that arrived, also those of an earlier try. */
  progress(bytes: number): void
}

/** Appends to `part` what is missing of the file, or writes it anew if the server sends all of it. */
const receive = async (
  { url, size }: FeedFile,
  part: string,
  from: number,
  { address, signal, progress }: Downloading,
): Promise<void> => {
  using patience = createPatience(signal)
  const asking = { address, signal: patience.signal }
  const { status, body } = await ask(url, asking, from > 0 ? { range: `bytes=${from}-` } : {})
  const continues = status === 206
  let bytes = continues ? from : 0
  const count = new Transform({
    transform(piece: Buffer, _, done) {
      patience.touch()
      bytes += piece.length
      progress(bytes)
      done(bytes > size ? new UpdateError('badFile', `${url} is longer than its feed says`) : null, piece)
    },
  })
  await pipeline(
    Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
    count,
    createWriteStream(part, { flags: continues ? 'a' : 'w', mode: 0o600, flush: true }),
    { signal: patience.signal },
  )
}

/**
 * Downloads a file of a verified feed, and returns its path. A transfer that broke continues where it ended. Nothing
 * gets the file's name that is not the file of the feed. Throws {@link UpdateError}.
 */
export const download = async (file: FeedFile, by: Downloading): Promise<string> => {
  const { folder, progress } = by
  const target = join(folder, file.url)
  if (await isWhole(target, file)) {
    progress(file.size)
    return target
  }
  makeFolder(folder, 2)
  const part = `${target}.part`
  let from = sizeOf(part)
  // A part that is too long, or whole but wrong, is of another file.
  if (from >= file.size) {
    await rm(part)
    from = 0
  }
  if (by.room() < file.size - from)
    throw new UpdateError('noRoom', `There is no room for ${file.url} in ${folder}`)
  await receive(file, part, from, by).catch(unreachable(file.url, by.address))
  if (!(await isWhole(part, file))) {
    // The next try begins anew: the first bytes may be the wrong ones.
    await rm(part, { force: true })
    throw new UpdateError('badFile', `${file.url} is not the file of its feed`)
  }
  renameSync(part, target)
  syncPath(folder)
  return target
}
