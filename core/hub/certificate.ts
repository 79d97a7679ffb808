/**
 * The hub's key for TLS and its certificate, which the hub makes itself. Tills know the key and read nothing else of the
 * certificate, so it names nobody, and it does not end. People compare its fingerprint in a browser, so it stays the same.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '../base/ports.ts'
import { doorKey } from '../link/doorNote.ts'

const makeKey = promisify(generateKeyPair)

/** The name of it among the hub's secrets. */
export const doorCertificate = 'hub.certificate'

/** One value in ASN.1's distinguished encoding. No value here is longer than 65,535 bytes. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)

const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')))
const commonName = der(0x06, hex('550403'))
const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('Kaunta hub')))))
/** From 2020 to the end that RFC 5280 names for what does not end: a clock may be years off. */
const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x18, Buffer.from('99991231235959Z')))

/** Returns a certificate of version 3 by that key for itself, as PEM. */
export const certificateOf = (privateKey: KeyObject): string => {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const version = der(0xa0, der(0x02, hex('02')))
  // Firefox refuses two certificates with one number for good. The first byte keeps the number positive.
  const serial = der(0x02, hex('01'), randomBytes(15))
  const content = sequence(version, serial, ecdsaWithSha256, name, validity, name, publicKey)
  const signature = der(0x03, hex('00'), sign('sha256', content, privateKey))
  const text = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

/** Returns the certificate of that key, as PEM. The first call makes it. */
export const hubCertificate = async (secrets: Secrets, privateKey: KeyObject): Promise<string> => {
  const kept = await secrets.get(doorCertificate)
  if (kept !== null && new X509Certificate(kept).checkPrivateKey(privateKey)) return kept
  const made = certificateOf(privateKey)
  await secrets.set(doorCertificate, made)
  return made
}

/** SHA-256 of a certificate, as browsers show it: pairs of hexadecimal digits with colons. */
export const fingerprintOf = (certificate: string): string => new X509Certificate(certificate).fingerprint256

/** Returns the hub's private key (P-256, which every system's TLS knows), made at the first start. */
export const hubKey = async (secrets: Secrets): Promise<KeyObject> => {
  const kept = await secrets.get(doorKey)
  if (kept !== null)
    return createPrivateKey({ key: Buffer.from(kept, 'base64'), format: 'der', type: 'pkcs8' })
  const { privateKey } = await makeKey('ec', { namedCurve: 'P-256' })
  const made = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  await secrets.set(doorKey, made)
  return privateKey
}
