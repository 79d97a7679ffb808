/**
 * Another shop's program. It knows the specification, an address and a key, and the interface's own OpenAPI document: it
 * sends nothing that the document does not allow, and takes no answer that the document does not promise.
 */
import { z } from 'zod'
import { ask } from '../../support/server.ts'
import type { Body } from '../support/shop.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, Described>>
}
interface Described {
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
type Content = Record<string, { schema: object }>

export interface Reply {
  status: number
  code: string
  message: string
  data: Body
}

const base = '/api/v1'

/** The document with what its references point at in their place. */
const resolved = (document: unknown): Document => {
  const at = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (value, part) => (value as Body)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
  const walk = (value: unknown, open: string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, open))
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string') {
      if (open.includes($ref)) return {}
      return walk(at($ref), [...open, $ref])
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, open)]))
  }
  return walk(document, []) as Document
}

/** Throws with what a value has that its schema does not allow. */
const hold = (schema: object | undefined, value: unknown, what: string): void => {
  if (!schema) throw new Error(`${what}: the document says nothing of it`)
  const result = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value)
  if (!result.success)
    throw new Error(
      `${what} is not as described: ${z.prettifyError(result.error)} in ${JSON.stringify(value)}`,
    )
}

export class Client {
  readonly #url: string
  readonly #key: string
  #document: Document | undefined

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  /** Reads the description of the interface. */
  async learn(): Promise<void> {
    const answer = await ask(`${this.#url}${base}/openapi.json`, { headers: { 'x-api-key': this.#key } })
    if (answer.status !== 200) throw new Error(`openapi.json: ${answer.status} ${answer.text}`)
    this.#document = resolved(answer.json())
  }

  #described(method: string, path: string): Described {
    const full = `${base}${path.split('?')[0]}`
    const parts = full.split('/')
    const fits = (template: string) => {
      const wanted = template.split('/')
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => /^\{\w+\}$/.test(part) || part === parts[index])
      )
    }
    const { paths = {} } = this.#document ?? {}
    const exact = [full, full.slice(base.length)].find((each) => paths[each])
    const templates = Object.keys(paths).filter((each) => fits(each) || fits(`${base}${each}`))
    for (const template of exact ? [exact] : templates) {
      const found = paths[template]?.[method.toLowerCase()]
      if (found) return found
    }
    throw new Error(`${method} ${path} is not in the document`)
  }

  /** Calls; every answer with an envelope comes back, whatever it says. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const described = this.#described(method, path)
    if (body !== undefined)
      hold(described.requestBody?.content['application/json']?.schema, body, `the body of ${method} ${path}`)
    const answer = await ask(`${this.#url}${base}${path}`, {
      method,
      headers: { 'x-api-key': this.#key, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const json = answer.json()
    const promised = described.responses[String(answer.status)]
    hold(
      promised?.content?.['application/json']?.schema,
      json,
      `the answer ${answer.status} of ${method} ${path}`,
    )
    return {
      status: answer.status,
      code: String(json['resultCd']),
      message: String(json['resultMsg'] ?? json['message']),
      data: (json['data'] ?? {}) as Body,
    }
  }

  /** The data of a call that must succeed: 006 is tried again, and then 004 with the result is as good as 000. */
  async gets(method: string, path: string, body?: unknown): Promise<Body> {
    let reply = await this.call(method, path, body)
    const waited = reply.code === '006'
    for (let tries = 0; reply.code === '006' && tries < 100; tries += 1)
      reply = await this.call(method, path, body)
    const { code, message, data } = reply
    if (code !== '000' && !(waited && code === '004'))
      throw new Error(`${method} ${path}: ${code} ${message} for ${JSON.stringify(body)}`)
    return data
  }
}
