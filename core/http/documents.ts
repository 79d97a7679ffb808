/** The interface's own description: for programs as OpenAPI, for people as a page. Nothing in it is secret, so without a key. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { restBase } from '../contract/operation.ts'
import { apiPage, apiStyle } from './apiPage.ts'
import { openApiDocument } from './openapi.ts'
import { addOtherMethods } from './rest.ts'

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

export const addDocuments = (app: FastifyInstance): void => {
  app.get(`${restBase}/openapi.json`, async (request) => documentFor(request))
  app.get(`${restBase}/docs`, async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(apiPage(documentFor(request))),
  )
  for (const path of ['/openapi.json', '/docs']) addOtherMethods(app, path, new Set(['GET', 'HEAD']))
}
