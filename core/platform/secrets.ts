/**
 * Secrets of a host without a system keyring: one file, AES-256-GCM with a key in a second file, both readable by
 * their owner only. This keeps secrets out of backups and databases. A user who can read both files can read the
 * secrets.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Secrets, SecretsUnreadableError } from '../base/ports.ts'
import { hideFromLogs } from './log.ts'

const ownerOnly = 0o600

/** Writes a second file and renames it, so that a power cut leaves the old or the new content. */
const writeDurably = async (file: string, content: string | Buffer): Promise<void> => {
  const unfinished = `${file}.new`
  const handle = await open(unfinished, 'w', ownerOnly)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Before the rename: a file left by a power cut keeps its old mode.
  await chmod(unfinished, ownerOnly)
  await rename(unfinished, file)
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const encrypt = (key: Buffer, name: string, value: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

const decrypt = (key: Buffer, name: string, stored: string): string => {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const readEntries = async (file: string): Promise<Map<string, string>> => {
  if (!existsSync(file)) return new Map()
  const entries = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  return new Map(Object.entries(entries))
}

/** Seals a value under its name and opens it; throws if it cannot be opened. */
export interface Seal {
  seal(name: string, value: string): Promise<string>
  open(name: string, sealed: string): Promise<string>
}

/** Sealed values in one JSON file. Every method rejects, with the file's name, if the file or a value is damaged. */
export const secretsFile = (file: string, { seal, open: unseal }: Seal): Secrets => {
  let entries: Promise<Map<string, string>> | undefined
  let lastWrite: Promise<void> = Promise.resolve()
  const load = () => {
    entries ??= readEntries(file).catch((cause: unknown) => {
      throw new SecretsUnreadableError(
        `${file} is damaged and was left as it is; enter the device's key again`,
        { cause },
      )
    })
    return entries
  }
  const change = (edit: (all: Map<string, string>) => void): Promise<void> => {
    const write = lastWrite.then(async () => {
      const next = new Map(await load())
      edit(next)
      await writeDurably(file, JSON.stringify(Object.fromEntries(next), null, 2))
      entries = Promise.resolve(next)
    })
    lastWrite = write.catch(() => undefined)
    return write
  }
  return {
    get: async (name) => {
      await lastWrite
      const sealed = (await load()).get(name)
      if (sealed === undefined) return null
      const value = await unseal(name, sealed).catch((cause: unknown) => {
        throw new SecretsUnreadableError(`${file}: "${name}" cannot be read with the key on this computer`, {
          cause,
        })
      })
      hideFromLogs(value)
      return value
    },
    set: async (name, value) => {
      hideFromLogs(value)
      const sealed = await seal(name, value)
      await change((all) => all.set(name, sealed))
    },
    remove: (name) => change((all) => all.delete(name)),
  }
}

/** Both hosts use this file, so either can open a data folder. */
export const secretsPath = (dataDir: string): string => join(dataDir, 'secrets.json')

/** Seals with the key in `<data>/secrets.key`, created at first use. */
export const keyFileSeal = (dataDir: string): Seal => {
  const keyFile = join(dataDir, 'secrets.key')
  let key: Promise<Buffer> | undefined
  const loadKey = () => {
    key ??= (async () => {
      if (!existsSync(keyFile)) await writeDurably(keyFile, randomBytes(32))
      return readFile(keyFile)
    })()
    return key
  }
  return {
    seal: async (name, value) => encrypt(await loadKey(), name, value),
    open: async (name, sealed) => decrypt(await loadKey(), name, sealed),
  }
}

/** `<data>/secrets.json` with `<data>/secrets.key`, both mode 0600. */
export const fileSecrets = (dataDir: string): Secrets =>
  secretsFile(secretsPath(dataDir), keyFileSeal(dataDir))
