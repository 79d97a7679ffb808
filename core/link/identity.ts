/** How a till and its hub recognise each other: the hub's public key, the till's key, and what people compare. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  hash,
  type KeyObject,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '../base/ports.ts'
import { codeAlphabet } from '../contract/hubLink.ts'

/** Characters of a pairing code that prove the hub's key, 5 bits each. The rest is secret and for one use. */
export const proofLength = 10

/** A middleman who wants a key with the same characters needs 2⁵⁰ of these. Each takes 32 MiB and some 80 ms. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const derive = promisify<string | Buffer, string, number, ScryptOptions, Buffer>(scrypt)

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

/** Returns the SHA-256 of a public key, lower-case hexadecimal. A till's hub is the one with this key. */
export const pinOf = (publicKey: KeyObject): string => hash('sha256', spkiOf(publicKey), 'hex')

/** Writes bytes in the characters of pairing codes, 5 bits each. */
export const inCode = (bytes: Uint8Array, length: number): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from(
    { length },
    (_, index) => codeAlphabet[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)],
  ).join('')
}

/** Returns the characters of a pairing code that prove this key. */
export const proofOf = async (publicKey: KeyObject): Promise<string> =>
  inCode(await derive(spkiOf(publicKey), 'kaunta.hub.1', 8, cost), proofLength)

const consonants = 'bdfghjklmnprstvz'
const vowels = 'aiou'
/** 16 bits that can be read aloud, as in the proquints of D. S. Wilkerson. */
const wordOf = (bits: number): string =>
  [12, 10, 6, 4, 0]
    .map((shift, index) => (index % 2 === 0 ? consonants[(bits >> shift) & 15] : vowels[(bits >> shift) & 3]))
    .join('')

/** Returns the two words that people compare at the hub and at the till. `till`: its public key, as {@link publicOf}. */
export const wordsOf = (hubPin: string, till: string): [string, string] => {
  const digest = Buffer.from(hash('sha256', `kaunta.hub.words.1 ${hubPin} ${till}`, 'hex'), 'hex')
  return [wordOf(digest.readUInt16BE(0)), wordOf(digest.readUInt16BE(2))]
}

/** Returns an Ed25519 public key in base64url, 43 characters. */
export const publicOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? ''

/** Returns the key again. Throws if the text is none. */
export const publicFrom = (x: string): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })

const makeKey = promisify(generateKeyPair)

/** The name of a till's private key among its secrets. */
export const keyName = (appId: string): string => `hub.${appId}.key`

/** Returns the till's private key; null: it has none yet. Rejects if the secrets cannot be read. */
export const tillKey = async (secrets: Pick<Secrets, 'get'>, appId: string): Promise<KeyObject | null> => {
  const kept = await secrets.get(keyName(appId))
  return kept === null
    ? null
    : createPrivateKey({ key: Buffer.from(kept, 'base64'), format: 'der', type: 'pkcs8' })
}

/** Makes a private key for the till and keeps it. An earlier one is lost. */
export const makeTillKey = async (secrets: Pick<Secrets, 'set'>, appId: string): Promise<KeyObject> => {
  const { privateKey } = await makeKey('ed25519')
  await secrets.set(keyName(appId), privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
  return privateKey
}
