import {
  type PracticeAuthority,
  type PracticeOptions,
  startPracticeAuthority,
} from '../../../core/authority/practice/server.ts'

export const PIN = 'P051000001K'
export const AUDIT = { regrId: 'u1', regrNm: 'User', modrId: 'u1', modrNm: 'User' }

// biome-ignore lint/suspicious/noExplicitAny: what comes off the wire is asserted on, not typed
export type Json = any
export type Reply = { status: number; type: string; text: string; body: Json }

/** A till which speaks to a practice authority over real HTTP. */
export type Till = {
  readonly authority: PracticeAuthority
  readonly call: (path: string, body?: object, headers?: Record<string, string>) => Promise<Reply>
  readonly control: (method: string, path: string, body?: unknown) => Promise<Json>
  /** Headers of the device, changed by the tests that want them wrong. */
  readonly headers: Record<string, string>
}

export async function startTill(options: Partial<PracticeOptions> & { bhfId?: string } = {}): Promise<Till> {
  const { bhfId = '00', ...rest } = options
  const authority = await startPracticeAuthority({ dialect: 'legacy', checks: 'strict', ...rest })
  const headers: Record<string, string> = {}
  const till: Till = {
    authority,
    headers,
    call: (path, body = {}, extra = {}) =>
      read(
        fetch(`${authority.url}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers, ...extra },
          body: JSON.stringify(body),
        }),
      ),
    control: async (method, path, body) => {
      const response = await fetch(`${authority.controlUrl}/${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return (await response.json()) as Json
    },
  }
  if (authority.url.includes('oscu')) {
    headers['authorization'] = `Bearer ${(await takeToken(till)).access_token}`
    headers['apigee_app_id'] = '7b1d0b58-3d3f-4a4e-9f0e-1c1f3a1c2b3d'
  }
  return till
}

/** Initialises the device and keeps its key in the headers; `data.info` of the answer. */
export async function initialise(
  till: Till,
  device: { tin?: string; bhfId?: string; serial?: string } = {},
): Promise<Json> {
  const { tin = PIN, bhfId = '00', serial = 'dvcv1130' } = device
  const reply = await till.call('selectInitOsdcInfo', { tin, bhfId, dvcSrlNo: serial })
  const info = result(reply).data?.info ?? {}
  Object.assign(till.headers, { tin, bhfId, cmcKey: info.cmcKey })
  return info
}

export async function takeToken(till: Till, consumer = 'key:secret'): Promise<Json> {
  const response = await fetch(`${till.authority.tokenUrl}?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${Buffer.from(consumer).toString('base64')}` },
  })
  return (await response.json()) as Json
}

/** `resultCd` and its companions, wherever the dialect puts them. */
export const result = (reply: Reply): Json => reply.body.responseBody ?? reply.body

/** The text a refusal explains itself with, wherever the dialect puts it. */
export const words = (reply: Reply): string => reply.body.responseHeader?.debugMessage ?? reply.body.resultMsg

async function read(sent: Promise<Response>): Promise<Reply> {
  const response = await sent
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  let body: Json
  try {
    body = JSON.parse(text)
  } catch {
    body = {}
  }
  return { status: response.status, type, text, body }
}
