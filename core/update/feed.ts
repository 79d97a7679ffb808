/**
 * The feed of versions: `latest.yml` as electron-builder writes it, with an Ed25519 signature beside it
 * (`latest.yml.sig`). Nothing of a feed is used before its signature was verified.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { JSON_SCHEMA, load } from 'js-yaml'
import { z } from 'zod'

export type UpdateReason =
  /** The address does not answer, or has no feed. */
  | 'unreachable'
  /** Somebody else signed the feed, or changed it. */
  | 'badSignature'
  /** The feed is signed, but this version cannot read it, or it has no file for this computer. */
  | 'badFeed'
  /** The file is not the one of the feed. */
  | 'badFile'
  /** The address lacks the version that runs. Kaunta could not go back to it. */
  | 'noWayBack'
  | 'noRoom'
  /** The databases could not be copied, or the system did not start the installer. */
  | 'notInstalled'

export class UpdateError extends Error {
  readonly reason: UpdateReason
  constructor(reason: UpdateReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Bytes. Installers have about 120 MB. */
const largestFile = 1 << 30

const versionPattern = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

const feedFile = z.object({
  /** The name of a file beside the feed. A path could lead out of the folder for updates. */
  url: z.string().regex(/^\w[\w.+-]{0,150}$/),
  /** Base64. */
  sha512: z.base64().length(88),
  /** Bytes. */
  size: z.int().min(1).max(largestFile),
})
export type FeedFile = z.infer<typeof feedFile>

const feed = z.object({
  version: z.string().regex(versionPattern),
  files: z.array(feedFile).min(1).max(20),
})
export type Feed = z.infer<typeof feed>

/** What the system installs. */
export type InstallerKind = 'exe' | 'zip' | 'AppImage' | 'deb'

/** The end of a feed's name, as electron-builder names it: `latest.yml` is that of Windows. */
export const feedEnd = (platform: string, arch: string): string => {
  if (platform === 'win32') return '.yml'
  return platform === 'darwin' ? '-mac.yml' : `-linux${arch === 'x64' ? '' : `-${arch}`}.yml`
}

/** The name is signed too, so that no feed can stand in for that of another system or version. */
const signedBytes = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${name}\n`), content])

/** Returns the signature of a feed, base64. */
export const signFeed = (name: string, content: Buffer, key: KeyObject): string =>
  sign(null, signedBytes(name, content), key).toString('base64')

/** Returns a public key of base64 SPKI. Throws for any key that is not Ed25519. */
export const publicKeyOf = (text: string): KeyObject => {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of the updates is no Ed25519 key')
  return key
}

export interface SignedFeed {
  name: string
  content: Buffer
  /** Base64. */
  signature: string
}

/** Returns the content of a feed that `key` signed. Throws {@link UpdateError}. */
export const readFeed = ({ name, content, signature }: SignedFeed, key: KeyObject): Feed => {
  if (!verify(null, signedBytes(name, content), key, Buffer.from(signature, 'base64')))
    throw new UpdateError('badSignature', `${name} is not signed by the maker of this Kaunta`)
  try {
    return feed.parse(load(content.toString(), { schema: JSON_SCHEMA }))
  } catch (error) {
    throw new UpdateError('badFeed', `${name} cannot be read`, error)
  }
}

/** Returns the file for this computer. Throws {@link UpdateError}. */
export const fileFor = ({ version, files }: Feed, kind: InstallerKind, arch: string): FeedFile => {
  const fits = files.filter(({ url }) => url.endsWith(`.${kind}`))
  const isArm = arch === 'arm64'
  // An Apple or Windows computer with ARM also runs the other file; not the other way round.
  const found = fits.find(({ url }) => url.includes('arm64') === isArm) ?? (isArm ? fits[0] : undefined)
  if (!found) throw new UpdateError('badFeed', `The feed of ${version} has no ${kind} file for ${arch}`)
  return found
}

/** True if version `a` is newer than `b`. An unreadable version is never newer. */
export const isNewer = (a: string, b: string): boolean => {
  const parts = (version: string) => versionPattern.exec(version)?.slice(1).map(Number)
  const [left, right] = [parts(a), parts(b)]
  if (!left || !right) return false
  const differs = left.findIndex((part, index) => part !== right[index])
  return differs !== -1 && (left[differs] ?? 0) > (right[differs] ?? 0)
}
