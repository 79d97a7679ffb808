import { createHash } from 'node:crypto'

/** What is kept of a secret of many random bits: its SHA-256 in hexadecimal. Too fast for PINs and passwords. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')
