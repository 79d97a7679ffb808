/** What tills ask of their hub. The origin and its branch are the token's, whatever a body says. */
import type { FastifyInstance } from 'fastify'
import { pairTill, tillByUid, tillHeard } from '../../db/hub/door.ts'
import { isLoopback } from '../base/loopback.ts'
import { escrowRequest } from '../contract/hub/escrow.ts'
import {
  asksForEnds,
  type Hello,
  hubProtocol,
  type PairAnswer,
  pairRequest,
  tokenRequest,
} from '../contract/hub/wire.ts'
import { publicFrom } from '../link/identity.ts'
import { deputyView, giveEscrow } from './deputy.ts'
import type { Door } from './door.ts'
import { lacking } from './earlierTills.ts'
import { Refusal } from './failures.ts'
import { signerView } from './handOver.ts'
import { createHubPeppers } from './peppers.ts'
import { demandAdmitted, isUuid, numberIn, parse, textIn, tillOf } from './requests.ts'
import { tokenValidMs } from './tokens.ts'

const addStrangers = (app: FastifyInstance, door: Door): void => {
  const { hub, codes, tokens, wantsConfirmation } = door
  const { clock, ids, log } = hub.ports
  const config = { access: 'stranger' } as const

  app.post('/hub/v1/pair', { config }, async (request): Promise<PairAnswer> => {
    const asked = parse(pairRequest, request.body)
    if (hub.replaced()) throw new Refusal('replaced')
    const { secret, publicKey, app: trail, name, environment, taxpayerPin, branch } = asked
    const earlier = asked.earlier?.hub === hub.id ? asked.earlier : null
    const forkedAt = asked.forkedAt ?? earlier?.forkedAt
    try {
      publicFrom(publicKey)
    } catch {
      throw new Refusal('malformed')
    }
    const outcome = codes.tried(secret, publicKey)
    if (outcome !== 'ok') throw new Refusal(outcome)
    if (environment !== hub.environment) throw new Refusal('otherEnvironment')
    const letInBy = codes.maker()
    const till = await pairTill(hub.db, {
      uid: ids.uuid(),
      earlier: earlier?.origin ?? null,
      app: trail,
      publicKey,
      name,
      taxpayerPin,
      branch,
      forkedAt: forkedAt ? { origin: forkedAt.origin, ...forkedAt.place } : null,
      confirmed: !wantsConfirmation,
      letInBy,
      at: clock.now(),
    })
    if (!till) throw new Refusal('otherTaxpayer')
    log.info({ till: till.name, origin: till.uid }, 'A till was paired')
    return { hub: hub.id, origin: till.uid, name: till.name }
  })

  app.get('/hub/v1/nonce', { config }, async () => ({ nonce: tokens.nonce(), now: clock.now() }))

  app.post('/hub/v1/token', { config }, async (request) => {
    const { assertion, ...known } = parse(tokenRequest, request.body)
    const issuer = tokens.issuerOf(assertion)
    const till = issuer && isUuid(issuer) ? await tillByUid(hub.db, issuer) : undefined
    if (!till?.public_key || !(await tokens.proves(assertion, till.uid, till.public_key)))
      throw new Refusal('token')
    demandAdmitted(till)
    await hub.heardOf(known)
    if (hub.replaced()) throw new Refusal('replaced')
    const token = await tokens.give(till.uid, till.public_key)
    return { token, validMs: tokenValidMs, epoch: hub.epoch, computer: hub.computer }
  })
}

export const addRoutes = (app: FastifyInstance, door: Door): void => {
  addStrangers(app, door)
  const { hub } = door
  const { db, ports } = hub
  const peppers = createHubPeppers(hub)
  const config = { access: 'till' } as const

  app.get('/hub/v1/hello', { config }, async (request): Promise<Hello> => {
    const till = tillOf(request)
    const now = ports.clock.now()
    const at = numberIn(request.query, 'at')
    await tillHeard(db, till.id, {
      at: now,
      headSeq: numberIn(request.query, 'head'),
      clockMs: at > 0 ? now - at : 0,
    })
    const deputy = await deputyView(hub, till, {
      held: textIn(request.query, 'escrow'),
      isHere: isLoopback(request.socket.remoteAddress ?? ''),
    })
    hub.signers.greetedBy(till, deputy !== null)
    return {
      protocol: hubProtocol,
      now,
      authorityNow: hub.signers.signer(till.branch)?.profile.day.heardNow() ?? null,
      features: [asksForEnds],
      environment: hub.environment,
      branch: till.branchCode,
      tillName: till.name,
      pepper: await peppers.current(till.branch),
      signer: await signerView(hub, till),
      deputy,
      place: { seq: till.ackedSeq, hash: till.ackedHash },
      ...(await lacking(db, till.id)),
    }
  })

  app.post('/hub/v1/deputy/escrow', { config }, async (request) =>
    giveEscrow(hub, tillOf(request), parse(escrowRequest, request.body)),
  )
  app.get('/hub/v1/peppers', { config }, async (request) => peppers.all(tillOf(request).branch))
}
