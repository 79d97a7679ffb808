/** The code that lets one till in. It lives in memory only: after a start the hub shows another one. */
import { timingSafeEqual } from 'node:crypto'
import type { Doer } from '../../db/hub/door.ts'
import type { Clock } from '../base/ports.ts'
import { codeLength } from '../contract/hubLink.ts'
import { inCode, proofLength } from '../link/identity.ts'

const secretLength = codeLength - proofLength

const isEqual = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
/** Milliseconds. */
export const codeValidMs = 10 * 60_000
export const mostTries = 5

export interface PairingCodes {
  /** Makes a code; the one before it ends. `by` null: at the hub's own computer. */
  make(by?: Doer | null): void
  /** Who made the code that is valid; null: none is, or the hub's own computer. */
  maker(): Doer | null
  /** Ends the code if it was made at that till, or let it in. */
  endOf(till: { id: number; key: string | null }): void
  /** The code in groups of four, with its end; null: none is valid. */
  shown(): { code: string; until: number } | null
  /**
   * Tries the secret part. `key`: the till's. A till that did not get the answer may come again with its key, so `ok`
   * ends the code for others only.
   */
  tried(secret: string, key: string): 'ok' | 'wrongCode' | 'codeEnded'
}

interface Code {
  secret: string
  /** By the clock that never jumps. */
  ends: number
  triesLeft: number
  /** The key of the till that it let in. */
  usedBy: string | null
  by: Doer | null
}

/** `proof`: the characters that prove the hub's key. */
export const createPairingCodes = (
  proof: string,
  { clock, random }: { clock: Pick<Clock, 'now' | 'monotonic'>; random(bytes: number): Uint8Array },
): PairingCodes => {
  let current: Code | null = null
  const valid = (): Code | null => (current && clock.monotonic() < current.ends ? current : null)
  return {
    make: (by = null) => {
      current = {
        secret: inCode(random(5), secretLength),
        ends: clock.monotonic() + codeValidMs,
        triesLeft: mostTries,
        usedBy: null,
        by,
      }
    },
    maker: () => valid()?.by ?? null,
    endOf: ({ id, key }) => {
      if (current?.by?.from === id || (key !== null && current?.usedBy === key)) current = null
    },
    shown: () => {
      const code = valid()
      if (!code || code.usedBy !== null || code.triesLeft === 0) return null
      return {
        code: (proof + code.secret).replaceAll(/.{4}(?=.)/g, '$&-'),
        until: clock.now() + Math.round(code.ends - clock.monotonic()),
      }
    },
    tried: (secret, key) => {
      const code = valid()
      if (!code || code.triesLeft === 0) return 'codeEnded'
      if (!isEqual(secret, code.secret)) {
        code.triesLeft -= 1
        return 'wrongCode'
      }
      if (code.usedBy !== null && code.usedBy !== key) return 'codeEnded'
      code.usedBy = key
      return 'ok'
    },
  }
}
