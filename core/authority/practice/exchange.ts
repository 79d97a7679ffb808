import type { IncomingMessage, ServerResponse } from 'node:http'
import { authenticate, grantToken, identify, refuseBearer, refuseBodyIdentity } from './auth.ts'
import { type Body, isObject } from './body.ts'
import type { Call } from './calls/call.ts'
import { INITIALISATION, initialise } from './calls/device.ts'
import { type Target, targetOf } from './calls/registry.ts'
import { checkFields } from './checks/fields.ts'
import type { Clock } from './clock.ts'
import type { Fault, Faults } from './faults.ts'
import { broken, nothing, type Outcome, refused } from './outcome.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'
import { type Answer, answer, apigeeFault, type Dialect, expiredToken, garbled, htmlPage } from './wire.ts'

/** Everything the two listeners share. */
export type Authority = {
  readonly dialect: Dialect
  readonly strict: boolean
  readonly store: Store
  readonly clock: Clock
  readonly faults: Faults
  readonly settings: () => Settings
  /** Calls per name since the start. */
  readonly calls: Map<string, number>
  /** Delayed work: slow calls, and effects after a cut response. */
  readonly pending: Map<NodeJS.Timeout, () => void>
}

type Request = { readonly message: IncomingMessage; readonly target: Target; readonly body: string }

const MAXIMUM_BODY = 10 * 1024 * 1024

/**
 * One HTTP exchange: faults that prevent it, the call itself in one transaction, then faults that spoil the response.
 */
export async function exchange(authority: Authority, message: IncomingMessage, response: ServerResponse) {
  const target = targetOf(message.url ?? '/')
  authority.calls.set(target.name, (authority.calls.get(target.name) ?? 0) + 1)
  const struck = authority.faults.strike(target.name)
  const fault = <Kind extends Fault['kind']>(kind: Kind) =>
    struck.find((each): each is Extract<Fault, { kind: Kind }> => each.kind === kind)

  if (fault('drop')) return message.socket.destroy()
  const body = await readBody(message)
  if (body === undefined) return message.socket.destroy()
  const slow = fault('slow')
  if (slow) await new Promise<void>((resolve) => later(authority, slow.ms, resolve))

  if (fault('cutBefore')) return message.socket.destroy()
  if (fault('timeoutBefore')) return
  const request = { message, target, body }
  const late = fault('late')
  if (late) {
    message.socket.destroy()
    return later(authority, late.ms, () => {
      try {
        handle(authority, request, 0)
      } catch (error) {
        report(error)
      }
    })
  }
  const instead = struck
    .map((each) => replacement(authority, message, each))
    .find((each) => each !== undefined)
  if (instead && !instead.afterCommit) return send(response, instead.answer)

  const whole = handle(authority, request, fault('staleReads')?.ms ?? 0)
  if (fault('cutAfter')) return message.socket.destroy()
  if (fault('timeoutAfter')) return
  send(response, instead?.answer ?? (fault('garbled') ? garbled(whole) : whole))
}

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAXIMUM_BODY) return undefined
      chunks.push(chunk)
    }
  } catch {
    // The caller disconnected while sending: nothing arrived, so nothing happens.
    return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}

function later({ pending }: Authority, ms: number, work: () => void): void {
  const timer = setTimeout(() => {
    pending.delete(timer)
    work()
  }, ms)
  pending.set(timer, work)
}

/** Does at once what was delayed. */
export function hurry({ pending }: Authority): void {
  const delayed = [...pending]
  pending.clear()
  for (const [timer, work] of delayed) {
    clearTimeout(timer)
    work()
  }
}

/** Reports an internal error on stderr. It never ends the process. */
export function report(error: unknown): void {
  process.stderr.write(`practice authority: ${error instanceof Error ? error.stack : String(error)}\n`)
}

/** Writes an answer and ends the exchange. */
export function send(response: ServerResponse, { status, type, body }: Answer): void {
  const contentType = type === 'json' ? 'application/json;charset=UTF-8' : 'text/html;charset=UTF-8'
  response
    .writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
    .end(body)
}

/** The response that a fault puts in place of the right one, and whether the call still takes effect. */
function replacement(authority: Authority, message: IncomingMessage, fault: Fault) {
  const at = authority.clock.now()
  const reply = (outcome: Outcome, hidden = false) => answer(authority.dialect, outcome, { at, hidden })
  switch (fault.kind) {
    case 'status':
    case 'html':
      return { answer: htmlPage(fault.status), afterCommit: fault.afterCommit }
    case 'nothing':
      return { answer: { ...reply(nothing), status: 400 }, afterCommit: false }
    case 'hidden400':
      return { answer: reply(broken(fault.text), true), afterCommit: false }
    case 'refuse':
      return { answer: reply(refused(fault.code, fault.text)), afterCommit: fault.afterCommit }
    case 'expiredToken':
      if (authority.dialect !== 'gateway') return undefined
      authority.store.run(
        'DELETE FROM token WHERE token = ?',
        message.headers.authorization?.split(' ')[1] ?? '',
      )
      return { answer: expiredToken(), afterCommit: false }
    default:
      return undefined
  }
}

/** Answers a request without faults. */
function handle(authority: Authority, request: Request, staleMs: number): Answer {
  const { dialect, store, clock } = authority
  const { message, target } = request
  const sender = { store, now: clock.now(), headers: message.headers }
  const settle = (outcome: Outcome, hidden = false) => answer(dialect, outcome, { at: sender.now, hidden })

  if (target.kind === 'token') {
    return grantToken(sender, authority.settings(), { method: message.method ?? '', url: message.url ?? '' })
  }
  if (dialect === 'gateway') {
    const refusal = target.kind === 'unknown' ? unknownProxy(message.url ?? '') : refuseBearer(sender)
    if (refusal) return 'status' in refusal ? refusal : settle(refusal)
  }
  if (target.kind === 'unknown' || message.method !== 'POST') return settle(refused('912'))
  const body = parse(message, request.body)
  if (!body) return settle(refused('911'))
  if (target.kind === 'initialisation')
    return settle(store.transaction(() => initialisation(authority, body, sender.now)))
  const outcome = store.transaction(() =>
    perform(authority, { request, body, call: target.call, path: target.path, now: sender.now, staleMs }),
  )
  return settle(outcome, target.call.hidesRefusals)
}

const unknownProxy = (url: string): Answer =>
  apigeeFault(
    404,
    `Unable to identify proxy for host: default and url: ${url}`,
    'messaging.adaptors.http.flow.ApplicationNotFound',
  )

function parse(message: IncomingMessage, text: string): Body | undefined {
  if (!message.headers['content-type']?.includes('json')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function initialisation({ dialect, strict, store, settings }: Authority, body: Body, now: number): Outcome {
  if (dialect === 'gateway' && !body['tin']) return broken('Missing Tin')
  const refusal = checkFields(body, INITIALISATION.fields, strict)
  return refusal ?? initialise({ store, settings: settings(), now, body })
}

type Performance = { request: Request; body: Body; call: Call; path: string; now: number; staleMs: number }

/** Sender, then fields, then the call's own checks (`authority §9`, in that order). */
function perform(authority: Authority, { request, body, call, path, now, staleMs }: Performance): Outcome {
  const { dialect, strict, store, settings } = authority
  const identity = identify(dialect, request.message.headers, body)
  if ('kind' in identity) return identity
  const device = authenticate(store, identity, call)
  if ('kind' in device) return device
  const absent = dialect === 'gateway' ? refuseBodyIdentity(call, body) : undefined
  if (absent) return absent
  const { tin: _tin, bhfId: _bhfId, cmcKey: _cmcKey, ...members } = body
  const refusal = checkFields(members, call.fields, strict)
  if (refusal) return refusal
  // Without staleness nothing may be hidden: after a clock change an accepted sale must not disappear.
  const asOf = staleMs > 0 ? now - staleMs : Number.MAX_SAFE_INTEGER
  return call.run({
    store,
    settings: settings(),
    strict,
    now,
    asOf,
    device,
    body: members,
    path,
  })
}
