import { createHmac } from 'node:crypto'
import type { Body } from './body.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding: 16 bytes give 26 characters, 10 bytes give 16. */
function base32(bytes: Uint8Array): string {
  let bits = 0
  let held = 0
  let out = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += ALPHABET.charAt((held >> bits) & 31)
      held &= (1 << bits) - 1
    }
  }
  return bits > 0 ? out + ALPHABET.charAt((held << (5 - bits)) & 31) : out
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  )
}

/** `rcptSign` (16 characters) and `intrlData` (26) of a document: the same payload on the same device always gives the same. */
export function sign(sdcId: string, document: Body): { rcptSign: string; intrlData: string } {
  const payload = JSON.stringify(canonical(document))
  const mac = (purpose: string, length: number) =>
    base32(createHmac('sha256', `practice ${purpose} ${sdcId}`).update(payload).digest().subarray(0, length))
  return { rcptSign: mac('receipt signature', 10), intrlData: mac('internal data', 16) }
}
