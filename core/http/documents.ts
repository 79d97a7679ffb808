/** The interface's own description: for programs as OpenAPI, for people as a page. Nothing in it is secret, so without a key. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restBase } from '../contract/operation.ts'
import type { Admission } from './admission.ts'
import { apiPage, apiStyle } from './apiPage.ts'
import { restAnswer } from './envelope.ts'
import { openApiDocument } from './openapi.ts'
import { addOtherMethods, send } from './rest.ts'

/** No script at all, and no style but the page's own. */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(apiStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The guard has let only our own names through as `Host`. */
const documentFor = (request: FastifyRequest) => openApiDocument(`http://${request.headers.host}`)

export const addDocuments = (app: FastifyInstance, admission: Pick<Admission, 'admit'>): void => {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admission.admit(request, { public: true })
    if (!admitted.ok) return send(reply, restAnswer(admitted))
  }
  app.get(`${restBase}/openapi.json`, { onRequest }, async (request) => documentFor(request))
  app.get(`${restBase}/docs`, { onRequest }, async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(apiPage(documentFor(request))),
  )
  for (const path of ['/openapi.json', '/docs']) addOtherMethods(app, path, new Set(['GET', 'HEAD']))
}
