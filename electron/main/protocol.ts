/** Our own scheme instead of `file://` (checklist 18): the built screens and nothing else, with their policy (7). */
import type { CustomScheme } from 'electron'
import type { Page } from '../../core/http/pages.ts'
import { host, scheme } from './security.ts'

/** To be registered before the app is ready. */
export const privilegedScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
}

/** Answers a request of a window from the closed list of pages. */
export const serveApp = (request: Pick<Request, 'method' | 'url'>, pages: Map<string, Page>): Response => {
  if (request.method !== 'GET') return new Response(null, { status: 405 })
  const url = new URL(request.url)
  const page = url.host === host ? pages.get(url.pathname) : undefined
  if (!page) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(page.body), { headers: page.headers })
}
