/** A server of updates, with releases that are signed as `npm run sign` signs them, and faults of networks and thieves. */
import { createHash, createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { InstallerKind } from '../../core/update/feed.ts'
import { makeKeys, signRelease } from '../../electron/release/sign.ts'
import { temporaryFolder } from './folder.ts'

export interface FeedServer extends AsyncDisposable {
  /** As an owner enters it. */
  address: string
  folder: string
  publicKey: string
  /** Names that were asked for, in order, with the range. */
  asked: string[]
  /** Publishes a version with a file for each kind; the last one published is the latest. */
  publish(version: string, options?: { keys?: ReturnType<typeof makeKeys> }): Promise<void>
  /** Changes a published file. */
  change(name: string, edit: (content: Buffer) => Buffer | string): void
  /** Answers with that many bytes of a file, then with nothing more; once. Returns what cuts the connection. */
  holdAfter(bytes: number): () => void
}

export const kinds: InstallerKind[] = ['exe', 'zip', 'AppImage', 'deb']
/** Bytes of an installer. */
export const installerBytes = 300_000

export const installerName = (version: string, kind: InstallerKind): string => `Kaunta-${version}-x64.${kind}`
const feeds: Record<string, InstallerKind[]> = {
  'latest.yml': ['exe'],
  'latest-mac.yml': ['zip'],
  'latest-linux.yml': ['AppImage', 'deb'],
}

export const startFeedServer = async (): Promise<FeedServer> => {
  const { path: folder, remove } = temporaryFolder()
  const ownKeys = makeKeys()
  const asked: string[] = []
  const held: { bytes: number | null; response?: ServerResponse } = { bytes: null }
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').replace('/kaunta/', '')
    asked.push([name, request.headers.range].filter(Boolean).join(' '))
    const file = join(folder, name)
    if (!existsSync(file)) return response.writeHead(404).end()
    const whole = readFileSync(file)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const content = whole.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length })
    if (held.bytes === null || whole.length < installerBytes) return response.end(content)
    response.write(content.subarray(0, held.bytes))
    held.response = response
    held.bytes = null
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/kaunta`,
    folder,
    publicKey: ownKeys.publicKey,
    asked,
    publish: async (version, { keys = ownKeys } = {}) => {
      mkdirSync(folder, { recursive: true })
      for (const [feed, ofFeed] of Object.entries(feeds)) {
        const entries = ofFeed.map((kind) => {
          const name = installerName(version, kind)
          // No two versions have the same bytes.
          const content = Buffer.alloc(installerBytes, `${name} `)
          writeFileSync(join(folder, name), content)
          const sha512 = createHash('sha512').update(content).digest('base64')
          return `  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\n`
        })
        const end = `releaseDate: '2026-11-26T10:00:00.000Z'\n`
        writeFileSync(join(folder, feed), `version: ${version}\nfiles:\n${entries.join('')}${end}`)
      }
      await signRelease(folder, createPrivateKey(keys.privateKey), keys.publicKey)
    },
    change: (name, edit) => writeFileSync(join(folder, name), edit(readFileSync(join(folder, name)))),
    holdAfter: (bytes) => {
      held.bytes = bytes
      return () => held.response?.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      remove()
    },
  }
}
