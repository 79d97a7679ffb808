/**
 * PINs are stored as scrypt hashes with a pepper that is not in the database, and compared in constant time.
 * `pinAttempts.ts` limits the attempts.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = 2 ** 15
const blockSize = 8
const parallelism = 1
const keyLength = 32

const derive = (pin: string, pepper: string, salt: Buffer, n: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Four digits can be guessed in minutes from a stolen file, so the pepper is stored elsewhere.
    const peppered = createHmac('sha256', pepper).update(pin).digest()
    const options = { N: n, r: blockSize, p: parallelism, maxmem: 256 * n * blockSize }
    scrypt(peppered, salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** `scrypt$N$salt$hash`, base64url. */
export const hashPin = async (pin: string, pepper: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(pin, pepper, salt, cost)
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

export const verifyPin = async (pin: string, stored: string, pepper: string): Promise<boolean> => {
  const [, n = '', salt = '', hash = ''] = stored.split('$')
  const expected = Buffer.from(hash, 'base64url')
  const key = await derive(pin, pepper, Buffer.from(salt, 'base64url'), Number(n))
  return expected.length === key.length && timingSafeEqual(expected, key)
}
