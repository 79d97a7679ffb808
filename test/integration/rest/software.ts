/** Other software on the counter: a shop with its REST interface over real HTTP. */
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { operations } from '../../../core/contract/index.ts'
import type { Operation, RestRoute } from '../../../core/contract/operation.ts'
import { type JsonSchema, resolved } from '../../../core/http/jsonSchema.ts'
import { openApiDocument } from '../../../core/http/openapi.ts'
import { ask, startTestServer } from '../../support/server.ts'
import { type Shop, startShop } from '../operations/shop.ts'

export interface RestAnswer {
  status: number
  headers: Record<string, unknown>
  resultCd: string
  resultMsg: string
  data: Record<string, unknown> | null
  body: Record<string, unknown>
}

export interface Software extends Shop {
  /** The address of the REST API, with `/api/v1`. */
  restUrl: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>
  /** The data of an answer that must be 000. */
  gets(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  post(path: string, body?: unknown): Promise<RestAnswer>
  /** A call that does not wait for the authority. */
  hurry(method: string, path: string, body?: unknown): Promise<RestAnswer>
}

const routes = Object.values<Operation>(operations).flatMap(({ rest, output }) =>
  rest ? [{ ...rest, output, pattern: new RegExp(`^${rest.path.replace(/:\w+/g, '[^/]+')}$`) }] : [],
)

const document = openApiDocument('http://127.0.0.1')
const { schemas, responses } = document.components
interface Described {
  $ref?: string
  content?: { 'application/json': { schema: JsonSchema } }
}
const described = new Map<string, z.ZodType | null>()

/** Returns the OpenAPI document's description of an answer; null: it does not list this status. */
const documented = ({ method, path }: RestRoute, status: number): z.ZodType | null => {
  const name = `${method} ${path} ${status}`
  const known = described.get(name)
  if (known !== undefined) return known
  const operation = document.paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
  const answers = (operation as { responses: Record<string, Described> } | undefined)?.responses ?? {}
  const { $ref, content } = answers[status] ?? {}
  const answer = $ref ? (responses as Record<string, Described>)[$ref.split('/').at(-1) ?? ''] : { content }
  const schema = answer?.content?.['application/json'].schema
  const made = schema ? z.fromJSONSchema(resolved(schema, schemas) as never) : null
  described.set(name, made)
  return made
}

const envelopeMembers = ['data', 'resultCd', 'resultMsg']
const failureMembers = ['field', 'kept', 'reason', 'retry']

/** Every answer is in the envelope of its endpoint, and every result has the fields of the contract. */
const checked = (
  method: string,
  path: string,
  answer: Omit<RestAnswer, 'resultCd' | 'resultMsg' | 'data'>,
) => {
  const { body, status } = answer
  const route = routes.find((each) => each.method === method && each.pattern.test(path.split('?')[0] ?? ''))
  expect(body['resultCd']).toMatch(/^\d{3}$/)
  expect(body['resultMsg']).toEqual(expect.any(String))
  expect(status === 200 || status === 202).toBe(body['resultCd'] === '000')
  const failed = body['resultCd'] !== '000'
  if (route?.envelope === 'successFlag') {
    expect(body).toMatchObject({ success: status < 300, message: body['resultMsg'] })
  } else {
    expect(Object.keys(body).sort()).toEqual(
      [
        ...(failed ? failureMembers : []),
        ...envelopeMembers,
        ...('warnings' in body ? ['warnings'] : []),
      ].sort(),
    )
  }
  if (failed) {
    expect(body).toMatchObject({ reason: expect.stringMatching(/^\w+\.\w+$/), kept: expect.any(Boolean) })
    expect(body['field']).toSatisfy((field) => field === null || typeof field === 'string')
    expect(body['retry']).toBe(answer.headers['retry-after'] !== undefined)
  }
  if (route) {
    const { error } = documented(route, status)?.safeParse(body) ?? { error: `${status} is not documented` }
    expect(error, `${method} ${path}: ${JSON.stringify(body)}`).toBeUndefined()
  }
  if (status === 200 && route) expect(route.output.parse(body['data'])).toEqual(body['data'])
  expect(body['resultCd']).not.toBe('905')
}

export const startSoftware = async (
  options: NonNullable<Parameters<typeof startShop>[0]> = {},
): Promise<Software> => {
  const shop = await startShop(options)
  const server = await startTestServer(shop.host())
  const restUrl = `${server.url}/api/v1`
  const { cleanUp = onTestFinished } = options
  cleanUp(async () => server[Symbol.asyncDispose]())
  const send: Software['send'] = async (method, path, body, headers = { 'x-api-key': shop.apiKey }) => {
    const answer = await ask(`${restUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const json = answer.json()
    checked(method, path, { status: answer.status, headers: answer.headers, body: json })
    return {
      status: answer.status,
      headers: answer.headers,
      body: json,
      resultCd: json['resultCd'] as string,
      resultMsg: json['resultMsg'] as string,
      data: json['data'] as RestAnswer['data'],
    }
  }
  const gets: Software['gets'] = async (method, path, body) => {
    const answer = await send(method, path, body)
    if (answer.resultCd !== '000') throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.data ?? {}
  }
  const hurry: Software['hurry'] = (method, path, body) =>
    send(method, path, body, { 'x-api-key': shop.apiKey, prefer: 'wait=0' })
  return { ...shop, restUrl, send, gets, hurry, post: (path, body) => send('POST', path, body) }
}

/** A sale as a program writes it that knows the specification and nothing else. */
export const saleOf = (
  invcNo: number | string,
  line: Record<string, unknown> = {},
  changes: { transaction?: object; lineItems?: object[]; autoRegisterItems?: boolean } = {},
) => ({
  transaction: {
    invcNo,
    salesDt: '20260301',
    pmtTyCd: '01',
    rcptTyCd: 'S',
    salesSttsCd: '02',
    currency: 'KES',
    exchangeRate: 1,
    totTaxblAmt: 200,
    totTax: 32,
    totAmt: 232,
    regrId: 'USR01',
    regrNm: 'Admin',
    modrId: 'USR01',
    modrNm: 'Admin',
    ...changes.transaction,
  },
  lineItems: changes.lineItems ?? [
    {
      itemClsCd: '5059690800',
      itemCd: 'ITEM-001',
      itemTyCd: '3',
      itemNm: 'Consulting',
      orgnNatCd: 'KE',
      pkgUnitCd: 'NT',
      qtyUnitCd: 'U',
      taxTyCd: 'B',
      prc: 116,
      qty: 2,
      dcRt: 0,
      dcAmt: 0,
      taxblAmt: 200,
      taxAmt: 32,
      totAmt: 232,
      ...line,
    },
  ],
  receipt: {},
  autoRegisterItems: changes.autoRegisterItems ?? true,
})

/** A line of a transfer of so many pieces of soap at 116.00, VAT in it. */
export const transferLine = (qty: number) => ({
  itemCd: 'SOAP',
  itemClsCd: '5313160900',
  itemNm: 'Soap',
  pkgUnitCd: 'NT',
  pkg: 1,
  qtyUnitCd: 'U',
  qty,
  prc: 116,
  splyAmt: 116 * qty,
  taxblAmt: 100 * qty,
  taxTyCd: 'B',
  taxAmt: 16 * qty,
  totAmt: 116 * qty,
})
