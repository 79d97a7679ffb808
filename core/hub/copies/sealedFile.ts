/**
 * A file of sealed blocks: AES-256-GCM with a key of this file alone, made of the recovery code and a salt. Blocks are
 * numbered, so none can be left out, moved or taken from another file. The last one is marked by its kind.
 */
import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const derive = promisify(hkdf)
const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

const magic = Buffer.from('kaunta hub backup 1\n')
const saltBytes = 32
const tagBytes = 16
const level = 3
/** Bytes of a block, packed and unpacked. A block has one large document at most. */
const largest = 256 * 2 ** 20

export type BlockKind = 'head' | 'table' | 'rows' | 'end'
const kinds: readonly BlockKind[] = ['head', 'table', 'rows', 'end']
export interface Block {
  kind: BlockKind
  text: string
}

/** The file is no backup, is damaged, or ends too early. */
export class BackupDamagedError extends Error {}
export class WrongRecoveryCodeError extends Error {}

/** The code has 120 random bits, so nobody can try all of them. */
const keyOf = async (code: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(await derive('sha256', code, salt, 'kaunta.hub.backup.1', 32))

const numbered = (number: number): Buffer => {
  const iv = Buffer.alloc(12)
  iv.writeBigUInt64BE(BigInt(number), 4)
  return iv
}

export interface SealedFile {
  add(kind: BlockKind, text: string): Promise<void>
  /** Makes the file durable. */
  close(): Promise<void>
}

/** `file` must not exist. Only its owner may read it. */
export const createSealedFile = async (file: string, code: string): Promise<SealedFile> => {
  const salt = randomBytes(saltBytes)
  const key = await keyOf(code, salt)
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(Buffer.concat([magic, salt]))
  let number = 0
  return {
    add: async (kind, text) => {
      const packed = await pack(text, { params: { [constants.ZSTD_c_compressionLevel]: level } })
      const cipher = createCipheriv('aes-256-gcm', key, numbered(number))
      number += 1
      const sealed = [
        cipher.update(Buffer.of(kinds.indexOf(kind))),
        cipher.update(packed),
        cipher.final(),
        cipher.getAuthTag(),
      ]
      const size = Buffer.alloc(4)
      size.writeUInt32BE(1 + packed.length + tagBytes)
      await handle.writeFile(Buffer.concat([size, ...sealed]))
    },
    close: async () => {
      await handle.sync()
      await handle.close()
    },
  }
}

const readExactly = async (handle: FileHandle, bytes: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

const unseal = (sealed: Buffer, key: Buffer, number: number): Buffer => {
  const cipher = createDecipheriv('aes-256-gcm', key, numbered(number))
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([cipher.update(sealed.subarray(0, -tagBytes)), cipher.final()])
}

const demandWhole = (isWhole: boolean, file: string): void => {
  if (!isWhole) throw new BackupDamagedError(`${file} is damaged or incomplete. Use another backup`)
}

const blockOf = async (plain: Buffer, file: string): Promise<Block> => {
  const kind = kinds[plain[0] ?? kinds.length]
  demandWhole(kind !== undefined, file)
  return {
    kind: kind as BlockKind,
    text: (await unpack(plain.subarray(1), { maxOutputLength: largest })).toString(),
  }
}

/**
 * Reads a file block by block, up to its end. Throws {@link BackupDamagedError}, or {@link WrongRecoveryCodeError}. A block
 * that it gives is as it was written.
 */
export async function* readSealedFile(file: string, code: string): AsyncGenerator<Block> {
  await using handle = await open(file, 'r')
  const head = await readExactly(handle, magic.length + saltBytes)
  if (!head.subarray(0, magic.length).equals(magic))
    throw new BackupDamagedError(`${file} is no backup of a hub. Name a file that ends in .hub`)
  const key = await keyOf(code, head.subarray(magic.length))
  for (let number = 0; ; number += 1) {
    const size = await readExactly(handle, 4)
    const bytes = size.length === 4 ? size.readUInt32BE() : 0
    demandWhole(bytes > tagBytes && bytes <= largest, file)
    const sealed = await readExactly(handle, bytes)
    demandWhole(sealed.length === bytes, file)
    let plain: Buffer
    try {
      plain = unseal(sealed, key, number)
    } catch (cause) {
      if (number > 0) throw new BackupDamagedError(`${file} is damaged. Use another backup`, { cause })
      throw new WrongRecoveryCodeError(
        `The recovery code does not open ${file}. Enter the code of the hub that wrote it`,
        { cause },
      )
    }
    const block = await blockOf(plain, file)
    yield block
    if (block.kind === 'end') break
  }
  demandWhole((await readExactly(handle, 1)).length === 0, file)
}
