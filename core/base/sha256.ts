import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a random secret, hexadecimal, which is stored instead of it. Too fast for PINs and
 * passwords.
 */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')
