/**
 * Peppers of PINs: this installation's own, and those of its branch while a hub owns its people. They are among the secrets,
 * never in a database.
 */
import { z } from 'zod'
import type { Ids, Secrets } from '../base/ports.ts'
import { pinNames } from '../contract/hub/shared.ts'
import { type Peppers as Given, peppers as givenForm } from '../contract/hub/wire.ts'
import { keptSecret } from '../platform/keptSecret.ts'
import { hashPin, verifyPin } from './pinHash.ts'

export interface Peppers {
  /** Returns what a PIN is checked against from now on. `before`: that of the same PIN, under an earlier pepper. */
  verifierOf(pin: string, before?: string): Promise<string>
  /** null: this till does not have the pepper, or the person has no PIN here. */
  isRight(pin: string, verifier: string): Promise<boolean | null>
  /** Returns whether a verifier is under the present pepper, or that one did not come from the hub yet. */
  isCurrent(verifier: string): Promise<boolean>
  /** Returns whether `current` is not the present pepper, or the pepper of a verifier is missing. */
  lacks(current: string | null, verifiers: readonly string[]): Promise<boolean>
  keep(given: Given): Promise<void>
}

const kept = 'pin.peppers'
/** The newest so many stay. A person who did not sign in meanwhile gets a new PIN. */
const mostKept = 100
const none: Pick<Given, 'known'> & { current: string | null } = { current: null, known: [] }

/** `isShared`: a hub owns the people of this installation. */
export const createPeppers = (
  ports: { secrets: Secrets; ids: Pick<Ids, 'token' | 'uuid'> },
  isShared: () => boolean,
): Peppers => {
  const { secrets, ids } = ports
  const own = keptSecret(ports, 'pin.pepper')
  let branch: Promise<typeof none> | undefined
  const read = async (): Promise<typeof none> => {
    const text = await secrets.get(kept)
    return text === null ? none : givenForm.extend({ current: z.uuid().nullable() }).parse(JSON.parse(text))
  }
  const ofBranch = (): Promise<typeof none> => {
    branch ??= read().catch((error: unknown) => {
      branch = undefined
      throw error
    })
    return branch
  }
  /** undefined: the installation's own. */
  const current = async (): Promise<Given['known'][number] | undefined> => {
    if (!isShared()) return undefined
    const { current: id, known } = await ofBranch()
    return known.find((each) => each.id === id)
  }
  const secretOf = async (verifier: string): Promise<string | undefined> => {
    const named = pinNames(verifier)
    return named ? (await ofBranch()).known.find(({ id }) => id === named.pepper)?.secret : own()
  }
  return {
    verifierOf: async (pin, before = '') => {
      const pepper = await current()
      const verifier = await hashPin(pin, pepper?.secret ?? (await own()))
      return pepper ? `${verifier}$${pepper.id}$${pinNames(before)?.choice ?? ids.uuid()}` : verifier
    },
    isRight: async (pin, verifier) => {
      const secret = verifier === '' ? undefined : await secretOf(verifier)
      // It takes as long as a check, so that response times say nothing.
      if (secret === undefined) return hashPin(pin, 'none').then(() => null)
      return verifyPin(pin, verifier, secret)
    },
    isCurrent: async (verifier) => {
      const pepper = await current()
      return (isShared() && !pepper) || pinNames(verifier)?.pepper === pepper?.id
    },
    lacks: async (wanted, verifiers) => {
      const { current: id, known } = await ofBranch()
      const names = verifiers.flatMap((each) => pinNames(each)?.pepper ?? [])
      return (wanted ?? id) !== id || names.some((name) => !known.some((each) => each.id === name))
    },
    keep: async ({ current: id, known }) => {
      const before = (await ofBranch()).known.filter((each) => !known.some((one) => one.id === each.id))
      const now = { current: id, known: [...known, ...before].slice(0, mostKept) }
      await secrets.set(kept, JSON.stringify(now))
      branch = Promise.resolve(now)
    },
  }
}
