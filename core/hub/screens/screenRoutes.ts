/**
 * The hub's screens for browsers of the network: the built pages, the session of an owner, and the calls of the screens.
 * Nothing of a till is here.
 */
import { parse as parseCookies } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { branchesOf, type ScreenAccount } from '../../../db/hub/screens.ts'
import { type ScreenSession, signIn } from '../../contract/hub/screens.ts'
import { checkInput } from '../../http/body.ts'
import type { Page } from '../../http/pages.ts'
import type { Door } from '../door.ts'
import { Refusal } from '../failures.ts'
import { parse } from '../requests.ts'
import { sessionMs } from './accounts.ts'
import { callOfScreens } from './calls.ts'

/** Cookies ignore ports, so the name has the port: two hubs of one computer do not meet. */
const cookieName = (request: FastifyRequest): string => `__Host-kaunta-${request.socket.localPort}`
const cookieOf = (request: FastifyRequest): string => {
  const value = parseCookies(request.headers.cookie ?? '', '; ')[cookieName(request)]
  return typeof value === 'string' ? value : ''
}
const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void => {
  reply.header(
    'set-cookie',
    `${cookieName(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`,
  )
}

/** Only a page of this hub changes anything. Browsers always say where such a request comes from. */
const demandOwnPage = ({ headers }: FastifyRequest): void => {
  const site = headers['sec-fetch-site']
  const isOwn = headers.origin === `https://${headers.host}` && (site === undefined || site === 'same-origin')
  if (!isOwn) throw new Refusal('otherSite')
}

/** Its address is `/`. */
export const hubPage = '/hub.html'
/** Pages that a browser may have: the hub's own and what it loads. */
const isServed = (path: string): boolean =>
  path.startsWith('/assets/') || path === '/icon.svg' || path === '/layers.css'

export const addScreenRoutes = (app: FastifyInstance, door: Door, pages: Map<string, Page>): void => {
  const { hub, screens } = door
  const config = { access: 'browser' } as const

  /** Its books stand still, and what an owner does here would reach no till. */
  const demandPresent = (): void => {
    if (hub.replaced()) throw new Refusal('replaced')
  }
  const demandSignedIn = async (request: FastifyRequest): Promise<ScreenAccount> => {
    demandPresent()
    const account = await screens.signedIn(cookieOf(request))
    if (!account) throw new Refusal('signedOut')
    return account
  }
  const sessionOf = async ({ name }: Pick<ScreenAccount, 'name'>): Promise<ScreenSession> => ({
    name,
    branches: (await branchesOf(hub.db)).map(({ code }) => code),
    now: hub.ports.clock.now(),
  })

  app.get('/screens/session', { config }, async (request) => sessionOf(await demandSignedIn(request)))

  app.post('/screens/session', { config }, async (request, reply) => {
    demandOwnPage(request)
    checkInput(request.body)
    const tried = parse(signIn, request.body)
    demandPresent()
    const { cookie, account } = await screens.signIn({ ...tried, address: request.ip })
    await screens.signOut(cookieOf(request))
    setCookie(request, reply, cookie, sessionMs / 1000)
    return sessionOf(account)
  })

  app.post('/screens/end', { config }, async (request, reply) => {
    demandOwnPage(request)
    await screens.signOut(cookieOf(request))
    setCookie(request, reply, '', 0)
    return {}
  })

  app.post<{ Body?: { name?: unknown; input?: unknown; appId?: unknown } }>(
    '/bridge/call',
    { config },
    async (request) => {
      demandOwnPage(request)
      const account = await demandSignedIn(request)
      const { name, input, appId } = request.body ?? {}
      if (typeof name !== 'string') throw new Refusal('malformed')
      const branch = (await branchesOf(hub.db)).find(({ code }) => code === appId)
      if (!branch) throw new Refusal('absent')
      return callOfScreens(door, { account, branch }, { name, input })
    },
  )

  for (const [path, page] of pages) {
    const at = path === hubPage ? '/' : path
    if (path === hubPage || isServed(path))
      app.get(at, { config: { access: 'page' } }, async (_request, reply) =>
        reply.headers(page.headers).send(page.body),
      )
  }
}
