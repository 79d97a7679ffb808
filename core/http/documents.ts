/** Serves the API's description: OpenAPI for programs, a page for people. It has no secrets, so it needs no key. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restBase } from '../contract/operation.ts'
import type { Admission } from './admission.ts'
import { apiPage, apiStyle } from './apiPage.ts'
import { restAnswer } from './envelope.ts'
import { openApiDocument } from './openapi.ts'
import { addOtherMethods, send } from './rest.ts'

/** No script, and no style except the page's own. */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(apiStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Host names to cache documents for; older ones are rendered again. */
const mostNames = 16

interface Made {
  document: string
  page: string
}

/**
 * Renders both documents once per host name, because rendering takes tens of milliseconds. The guard accepts only our
 * own names as `Host`.
 */
const createDocuments = () => {
  const made = new Map<string, Made>()
  return ({ headers: { host = '', 'x-forwarded-proto': scheme } }: FastifyRequest): Made => {
    const address = `${scheme === 'https' ? 'https' : 'http'}://${host}`
    const known = made.get(address)
    if (known) return known
    const document = openApiDocument(address)
    const both = { document: JSON.stringify(document), page: apiPage(document) }
    if (made.size >= mostNames) made.clear()
    made.set(address, both)
    return both
  }
}

export const addDocuments = (app: FastifyInstance, admission: Pick<Admission, 'admit'>): void => {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admission.admit(request, { public: true })
    if (!admitted.ok) return send(reply, restAnswer(admitted))
  }
  const documentsFor = createDocuments()
  app.get(`${restBase}/openapi.json`, { onRequest }, async (request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(documentsFor(request).document),
  )
  app.get(`${restBase}/docs`, { onRequest }, async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(documentsFor(request).page),
  )
  for (const path of ['/openapi.json', '/docs']) addOtherMethods(app, path, new Set(['GET', 'HEAD']))
}
