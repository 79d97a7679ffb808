import { randomUUID } from 'node:crypto'
import { stamp } from './clock.ts'
import { CODE_TEXTS, type Outcome } from './outcome.ts'

/** The two wires of the authority (authority §0.1). */
export type Dialect = 'legacy' | 'gateway'

export type Answer = { readonly status: number; readonly type: 'json' | 'html'; readonly body: string }

const json = (status: number, body: unknown): Answer => ({ status, type: 'json', body: JSON.stringify(body) })

/** Puts an outcome into the envelope of the dialect; `at` is the authority's clock. */
export function answer(
  dialect: Dialect,
  outcome: Outcome,
  options: { at: number; hidden?: boolean },
): Answer {
  return dialect === 'legacy' ? json(200, result(outcome, options.at)) : gatewayAnswer(outcome, options)
}

/** `resultCd` and its companions. A broken rule has no code of its own: it goes out as `910`, parameter error. */
function result(outcome: Outcome, at: number) {
  const shape = (resultCd: string, resultMsg: string | undefined, data: unknown = null) => ({
    resultCd,
    resultMsg,
    resultDt: stamp(at),
    data,
  })
  switch (outcome.kind) {
    case 'done':
      return shape('000', CODE_TEXTS['000'], outcome.data)
    case 'nothing':
      return shape('001', CODE_TEXTS['001'])
    case 'refused':
      return shape(outcome.code, outcome.text)
    case 'broken':
      return shape('910', outcome.text)
  }
}

/**
 * The gateway wraps the result, answers `001` inside an HTTP 400, gives no result code for a broken rule, and hides
 * rejections of some calls in an HTTP 200 (`authority §1.2`, quirks 1 to 3).
 */
function gatewayAnswer(outcome: Outcome, { at, hidden }: { at: number; hidden?: boolean }): Answer {
  const wrap = (code: number, words: { customer: string; debug: string }, responseBody: unknown) => ({
    responseHeader: {
      responseRefID: randomUUID(),
      responseCode: code,
      customerMessage: words.customer,
      debugMessage: words.debug,
    },
    responseBody,
  })
  if (outcome.kind === 'done') {
    return json(200, wrap(200, { customer: 'Success', debug: 'Successful' }, result(outcome, at)))
  }
  const reply = result(outcome, at)
  const words =
    outcome.kind === 'broken'
      ? { customer: 'Validation failed', debug: outcome.text }
      : { customer: reply.resultMsg ?? '', debug: reply.resultMsg ?? '' }
  if (outcome.kind === 'broken') return json(hidden ? 200 : 400, wrap(400, words, null))
  return json(400, wrap(400, words, reply))
}

/** The format of a rejected token, unlike every other (`authority §1.2`, quirk 4). */
export const unauthorised = (at: number): Answer =>
  json(401, {
    header: {
      responseMessage: 'Unauthorised-Invalid Access Token',
      responseCode: 401,
      customerMessage: 'Unauthorised access. Check your access token and try again',
      requestRefId: randomUUID(),
      timestamp: new Date(at).toISOString(),
    },
    body: {},
  })

/** The shape of the gateway software's own faults. */
export const apigeeFault = (status: number, faultstring: string, errorcode: string): Answer =>
  json(status, { fault: { faultstring, detail: { errorcode } } })

export const expiredToken = (): Answer =>
  apigeeFault(401, 'Access Token expired', 'keymanagement.service.access_token_expired')

export const token = (accessToken: string, lifeSeconds: number): Answer =>
  json(200, { access_token: accessToken, expires_in: String(lifeSeconds) })

/** A page where JSON was expected, as proxies and maintenance windows send. */
export function htmlPage(status: number): Answer {
  const title = status === 200 ? 'System under maintenance' : `${status} Server Error`
  return {
    status,
    type: 'html',
    body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  }
}

/** A response whose JSON stops in the middle. */
export const garbled = (whole: Answer): Answer => ({
  ...whole,
  body: whole.body.slice(0, whole.body.length / 2),
})
