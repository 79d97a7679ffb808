/**
 * Owners with a password for the hub's screens, and where they are signed in. An account is for all branches of the
 * taxpayer. It ends with the person, and with the till where its password was set.
 */
import { hash, randomBytes } from 'node:crypto'
import {
  addScreenSession,
  endScreenSession,
  putScreenAccount,
  type ScreenAccount,
  screenAccountNamed,
  screenAccountSignedIn,
  screenAccountsOf,
} from '../../../db/hub/screens.ts'
import { hashPin, verifyPin } from '../../access/pinHash.ts'
import { createLimit } from '../../base/limit.ts'
import { createLimiter } from '../../http/limiter.ts'
import { keptSecret } from '../../platform/keptSecret.ts'
import { Refusal } from '../failures.ts'
import type { Hub } from '../openHub.ts'
import { screenPepper } from '../peppers.ts'

/** Milliseconds that a browser stays signed in. */
export const sessionMs = 12 * 3_600_000
/** Browsers of one person. */
const mostSessions = 20
/** Tries of an address, and of a name: so many at once, then one after so many seconds. */
const ofAddress = { perSecond: 1, burst: 20 }
const ofName = { perSecond: 1 / 30, burst: 10 }
/** Each check takes memory and a thread for a while. */
const checksAtOnce = 1

export interface ScreenAccounts {
  /** Of a branch: its id. */
  names(branch: number): Promise<string[]>
  /** `at`: the till. `uid`: of an owner of its branch. Throws {@link Refusal}: nameTaken, revoked. */
  setPassword(
    at: { id: number; name: string },
    account: { uid: string; name: string; password: string },
  ): Promise<void>
  /** Throws {@link Refusal}: wrongPassword; tooMany with the seconds to wait. */
  signIn(tried: {
    name: string
    password: string
    address: string
  }): Promise<{ cookie: string; account: ScreenAccount }>
  /** undefined: nobody is signed in with that cookie. */
  signedIn(cookie: string): Promise<ScreenAccount | undefined>
  signOut(cookie: string): Promise<void>
}

const digestOf = (cookie: string): string => hash('sha256', cookie, 'base64url')

export const createScreenAccounts = ({ db, ports }: Pick<Hub, 'db' | 'ports'>): ScreenAccounts => {
  const { clock, log } = ports
  const pepper = keptSecret(ports, screenPepper)
  const now = () => clock.monotonic()
  const onExhausted = (who: string) => log.warn({ who }, 'Too many passwords are tried; further ones wait')
  const addresses = createLimiter({ ...ofAddress, now, onExhausted })
  const names = createLimiter({ ...ofName, now })
  const inTurn = createLimit(checksAtOnce)
  /** An unknown name takes as long as a known one. */
  let dummy: Promise<string> | undefined
  const dummyVerifier = async () => {
    dummy ??= hashPin(randomBytes(16).toString('hex'), await pepper())
    return dummy
  }
  const demandFree = (name: string, address: string): void => {
    const waitMs = Math.max(addresses.take(address), names.take(name.toLowerCase()))
    if (waitMs > 0) throw new Refusal('tooMany', Math.ceil(waitMs / 1000))
  }
  return {
    names: async (branch) => (await screenAccountsOf(db, branch)).map(({ name }) => name),
    setPassword: async (at, { uid, name, password }) => {
      const verifier = await inTurn(async () => hashPin(password, await pepper()))
      const account = { uid, name, verifier, set_at: clock.now(), set_from: at.id }
      const outcome = await putScreenAccount(db, account)
      if (outcome !== 'done') throw new Refusal(outcome)
      log.info({ till: at.name, uid }, "A password for the hub's screens was set")
    },
    signIn: async ({ name: typed, password, address }) => {
      const name = typed.trim()
      demandFree(name, address)
      const account = await screenAccountNamed(db, name)
      const verifier = account?.verifier ?? (await dummyVerifier())
      const isRight = await inTurn(async () => verifyPin(password, verifier, await pepper()))
      if (!isRight || !account) throw new Refusal('wrongPassword')
      const cookie = randomBytes(32).toString('base64url')
      const session = {
        digest: digestOf(cookie),
        account: account.uid,
        ends_at: clock.now() + sessionMs,
      }
      const isIn = await addScreenSession(db, session, { verifier, now: clock.now(), most: mostSessions })
      if (!isIn) throw new Refusal('wrongPassword')
      log.info({ uid: account.uid, address }, "Somebody signed in to the hub's screens")
      return { cookie, account }
    },
    signedIn: (cookie) => screenAccountSignedIn(db, digestOf(cookie), clock.now()),
    signOut: (cookie) => endScreenSession(db, digestOf(cookie)),
  }
}
