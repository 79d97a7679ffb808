/** Requests of a paired till: gets a token by the till's key, and another one when it ends. Nothing here throws. */
import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock, Secrets } from '../base/ports.ts'
import { type HubFailureCode, nonceAnswer, tokenAnswer } from '../contract/hub/wire.ts'
import type { HubProblem } from '../contract/hubLink.ts'
import type { Heard, HubClient, HubRequest } from './client.ts'
import { failureIn } from './failure.ts'
import { tillKey } from './identity.ts'

export type Outcome =
  | { is: 'answered'; status: number; body: unknown }
  /** `retryAfterMs`: as the hub asked; 0: it did not. `detail`: for the log. */
  | { is: 'problem'; problem: HubProblem; retryAfterMs: number; detail: string }

export type LinkRequest = Omit<HubRequest, 'bearer'>

export interface Session {
  /** Answers 200 and 409; everything else is a problem. */
  call(request: LinkRequest): Promise<Outcome>
}

const problemOf: Partial<Record<HubFailureCode, HubProblem>> = {
  token: 'unknown',
  unconfirmed: 'unconfirmed',
  revoked: 'revoked',
  replaced: 'replaced',
  tooOld: 'tooOld',
  busy: 'busy',
  full: 'full',
  otherEnvironment: 'otherEnvironment',
  notFound: 'tooNew',
}

const problem = (name: HubProblem, detail = '', retryAfterMs = 0): Outcome => ({
  is: 'problem',
  problem: name,
  retryAfterMs,
  detail,
})

const outcomeOf = (heard: Heard): Outcome => {
  if (heard.is === 'silent') return problem(heard.problem, heard.detail)
  const { status, body, retryAfterMs } = heard
  if (status === 200 || status === 409) return { is: 'answered', status, body }
  const code = failureIn(heard)
  return problem((code && problemOf[code]) ?? 'hubFailed', `${status} ${code ?? ''}`, retryAfterMs)
}

/** A token is not used in its last minute, milliseconds. */
const marginMs = 60_000

/** Which epoch of its hub a till knows. A hub of a lower one was replaced. */
export interface Epochs {
  known(): { epoch: number; computer: string | null; place: string | null }
  /** A new epoch began: another computer is the hub, or the hub was put back. Resolves once that is durable. */
  begun(epoch: number, computer: string | null): Promise<void>
}

const firstEpoch: Epochs = {
  known: () => ({ epoch: 1, computer: null, place: null }),
  begun: async () => undefined,
}

export const createSession = (by: {
  client: Pick<HubClient, 'send'> & Partial<Pick<HubClient, 'passOver'>>
  secrets: Pick<Secrets, 'get'>
  clock: Pick<Clock, 'monotonic'>
  appId: string
  hub: string
  origin: string
  /** Absent: no other computer ever took over. */
  epochs?: Epochs
}): Session => {
  const { client, secrets, clock, appId, hub, origin, epochs = firstEpoch } = by
  let key: KeyObject | null = null
  let token: { text: string; ends: number } | null = null
  let asking: Promise<Outcome | null> | null = null

  /** null: there is a token now. An address where a replaced hub answers is passed over while there are others. */
  const ask = async (): Promise<Outcome | null> => {
    for (;;) {
      const outcome = await askThere()
      const isReplaced = outcome?.is === 'problem' && outcome.problem === 'replaced'
      if (!isReplaced || !client.passOver?.()) return outcome
    }
  }
  const askThere = async (): Promise<Outcome | null> => {
    try {
      key ??= await tillKey(secrets, appId)
    } catch (error) {
      return problem('secretsUnreadable', String(error))
    }
    if (!key) return problem('unknown', 'the key is gone')
    const given = outcomeOf(await client.send({ method: 'GET', path: '/nonce' }))
    if (given.is === 'problem') return given
    const nonce = nonceAnswer.safeParse(given.body)
    if (!nonce.success) return problem('hubFailed', 'nonce')
    const assertion = await new SignJWT({ nonce: nonce.data.nonce })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(origin)
      .setAudience(hub)
      .sign(key)
    const known = epochs.known()
    const body = { assertion, ...known }
    const outcome = outcomeOf(await client.send({ method: 'POST', path: '/token', body }))
    if (outcome.is === 'problem') return outcome
    const answer = tokenAnswer.safeParse(outcome.body)
    if (!answer.success) return problem('hubFailed', 'token')
    const { epoch, computer } = answer.data
    if (epoch < known.epoch) return problem('replaced', `epoch ${epoch} below ${known.epoch}`)
    if (epoch > known.epoch) await epochs.begun(epoch, computer)
    token = { text: answer.data.token, ends: clock.monotonic() + answer.data.validMs - marginMs }
    return null
  }
  /** Requests that need a token at the same time share one. */
  const askOnce = (): Promise<Outcome | null> => {
    asking ??= ask()
      .catch((error: unknown) => problem('hubFailed', String(error)))
      .finally(() => {
        asking = null
      })
    return asking
  }
  return {
    call: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        if (!token || clock.monotonic() >= token.ends) {
          const failed = await askOnce()
          if (failed) return failed
        }
        if (!token) return problem('hubFailed', 'no token')
        const { text } = token
        const heard = await client.send({ ...request, bearer: text })
        if (failureIn(heard) !== 'token' || attempt === 2) return outcomeOf(heard)
        // The hub was started again, or another request has a newer one already.
        if (token?.text === text) token = null
      }
    },
  }
}
