/** Seals a text for the holder of one X25519 key, so that neither a token nor a log of the connection opens it. */
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

const tagBytes = 16
/** Each text has a key of its own, so the same one is never used twice. */
const iv = Buffer.alloc(12)

const publicX = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? ''
const keyFrom = (x: string): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x } })

const secretOf = (privateKey: KeyObject, other: string, salt: string): Buffer =>
  Buffer.from(
    hkdfSync(
      'sha256',
      diffieHellman({ privateKey, publicKey: keyFrom(other) }),
      salt,
      'kaunta.hub.escrow.1',
      32,
    ),
  )

export interface Opener {
  /** X25519, base64url. */
  key: string
  /** Throws if it was sealed for another key, or changed. */
  open(sealed: string): string
}

/** Makes a key for one answer. */
export const createOpener = (): Opener => {
  const { privateKey } = generateKeyPairSync('x25519')
  const key = publicX(privateKey)
  return {
    key,
    open: (sealed) => {
      const [from = '', text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', secretOf(privateKey, from, from + key), iv)
      cipher.setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([cipher.update(bytes.subarray(0, -tagBytes)), cipher.final()]).toString('utf8')
    },
  }
}

/** True if a text is a key as {@link Opener} says it. */
export const isKey = (text: string): boolean => {
  try {
    return keyFrom(text).asymmetricKeyType === 'x25519'
  } catch {
    return false
  }
}

/** `key`: as {@link Opener} says it. Throws if it is none. */
export const sealFor = (key: string, text: string): string => {
  const { privateKey } = generateKeyPairSync('x25519')
  const from = publicX(privateKey)
  const cipher = createCipheriv('aes-256-gcm', secretOf(privateKey, key, from + key), iv)
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${from}.${bytes.toString('base64url')}`
}

/** What a till signs with its own key to prove that this one is its. */
export const proofText = (hub: string, origin: string, key: string): Buffer =>
  Buffer.from(`kaunta.hub.escrow.1 ${hub} ${origin} ${key}`)
