/**
 * What people ask of the hub through their till. The token says which till and branch; the till says who is signed in
 * there. The hub notes both, so no till acts in silence.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isActive } from '../../db/hub/door.ts'
import { wireDate } from '../contract/fields.ts'
import { letterAnswer, offerAnswer, twinAnswer } from '../contract/hub/offers.ts'
import { mostDays } from '../contract/hub/report.ts'
import { type ScreensView, screenAccountRequest } from '../contract/hub/screens.ts'
import { actingPerson, type CodeAnswer, codeRequest, type HubTills, tillAct } from '../contract/hub/wire.ts'
import { takeDeputy } from './deputy.ts'
import type { Caller, Door } from './door.ts'
import { Refusal } from './failures.ts'
import { listOffers, takeLetterAnswer, takeOfferAnswer, takeTwinAnswer } from './offers.ts'
import { demandRole } from './persons.ts'
import { bestSellersOf, reportOf } from './report.ts'
import { numberIn, parse, textIn, tillOf } from './requests.ts'
import { confirm, newCode, revoke } from './tillActs.ts'
import { tillsIn } from './tillView.ts'

const asked = z.object({ by: actingPerson })

export const addPeopleRoutes = (app: FastifyInstance, door: Door): void => {
  const { hub, screens } = door
  const config = { access: 'till' } as const
  const tills = ({ branch }: Caller): Promise<HubTills> => tillsIn(door, branch)
  const screensView = async ({ branch }: Caller): Promise<ScreensView> => ({
    addresses: door.hasScreens ? door.addresses().map((address) => `https://${address}/`) : [],
    fingerprint: door.fingerprint,
    names: await screens.names(branch),
  })
  const owner = async (request: FastifyRequest) => {
    const till = tillOf(request)
    const { uid, by } = parse(tillAct, request.body)
    return { till, uid, by: await demandRole(door, till, by, 'owner') }
  }

  app.get('/hub/v1/tills', { config }, async (request) => tills(tillOf(request)))

  app.post('/hub/v1/tills/confirm', { config }, async (request) => {
    const till = tillOf(request)
    const { uid, by } = parse(tillAct, request.body)
    await confirm(door, uid, await demandRole(door, till, by, 'manager'), till.branch)
    return tills(till)
  })

  app.post('/hub/v1/tills/revoke', { config }, async (request) => {
    const { till, uid, by } = await owner(request)
    // A till that wants to go leaves: it keeps its place.
    if (uid === till.uid) throw new Refusal('notAllowed')
    await revoke(door, uid, by, till.branch)
    return tills(till)
  })

  app.post('/hub/v1/tills/deputy', { config }, async (request) => {
    const { till, uid, by } = await owner(request)
    await takeDeputy(hub, uid, by, till.branch)
    hub.woken(till.branch)
    return tills(till)
  })

  app.post('/hub/v1/code', { config }, async (request): Promise<CodeAnswer> => {
    const till = tillOf(request)
    const { by } = parse(codeRequest, request.body)
    const code = newCode(door, await demandRole(door, till, by, 'owner'))
    // An owner may have ended the till meanwhile, before this code was made.
    if (await isActive(hub.db, till.id)) return code
    door.codes.endOf({ id: till.id, key: null })
    throw new Refusal('revoked')
  })

  app.get('/hub/v1/screens', { config }, async (request) => screensView(tillOf(request)))

  app.post('/hub/v1/screens', { config }, async (request) => {
    const till = tillOf(request)
    const { by, name, password } = parse(screenAccountRequest, request.body)
    await demandRole(door, till, by, 'owner')
    await screens.setPassword(till, { uid: by.uid, name, password })
    return screensView(till)
  })

  /** The person, with the till where the answer was given. */
  const answerer = async (request: FastifyRequest) => {
    const till = tillOf(request)
    const { by } = parse(asked, request.body)
    const isOwner = by.role === 'owner'
    const { who } = await demandRole(door, till, by, isOwner ? 'owner' : 'manager')
    return { branch: till.branch, who: `${who} (${till.name})`, isOwner }
  }

  app.get('/hub/v1/report', { config }, async (request) => {
    const day = wireDate.safeParse(textIn(request.query, 'day'))
    if (!day.success) throw new Refusal('malformed')
    return reportOf(hub, tillOf(request), day.data)
  })

  app.get('/hub/v1/bestSellers', { config }, async (request) => {
    const day = wireDate.safeParse(textIn(request.query, 'day'))
    const days = numberIn(request.query, 'days')
    if (!day.success || days < 1 || days > mostDays) throw new Refusal('malformed')
    return bestSellersOf(hub, tillOf(request).branch, { day: day.data, days })
  })

  app.get('/hub/v1/offers', { config }, async (request) => listOffers(hub, tillOf(request).branch))

  app.post('/hub/v1/offers/answer', { config }, async (request) => {
    const by = await answerer(request)
    await takeOfferAnswer(hub, by, parse(offerAnswer, request.body))
    return listOffers(hub, by.branch)
  })

  app.post('/hub/v1/twins/answer', { config }, async (request) => {
    const by = await answerer(request)
    await takeTwinAnswer(hub, by, parse(twinAnswer, request.body))
    return listOffers(hub, by.branch)
  })

  app.post('/hub/v1/letters/register', { config }, async (request) => {
    const by = await answerer(request)
    takeLetterAnswer(hub, by, parse(letterAnswer, request.body))
    return listOffers(hub, by.branch)
  })
}
