/** The device of a branch: handed over by a till, and back. */
import type { FastifyInstance } from 'fastify'
import { handedItems, keepHanded } from '../../db/hub/devices.ts'
import { unended } from '../../db/hub/signers.ts'
import { createLimit } from '../base/limit.ts'
import {
  delegateRequest,
  endedAtOnce,
  endedRequest,
  handedAtOnce,
  handedDevice,
  handedItemsRequest,
  takeBackRequest,
} from '../contract/hub/device.ts'
import type { Door } from './door.ts'
import { takeDelegation, takeDevice, takeEnded } from './handOver.ts'
import { numberIn, parse, textIn, tillOf } from './requests.ts'
import { forgetDevice, takeBack } from './takeBack.ts'

/** Bytes of a request with items. */
const largestItems = 1_048_576
/** Bytes of a request with ends of documents: a signature and the authority's words each. */
const largestEnded = 1_048_576

export const addDeviceRoutes = (app: FastifyInstance, { hub }: Door): void => {
  const config = { access: 'till' } as const
  // A till that hands its device over removes the keys of the one before. Another till may begin to sign with that one.
  const inTurn = createLimit(1)

  app.post('/hub/v1/device', { config }, async (request) => {
    const handed = parse(handedDevice, request.body)
    await inTurn(() => takeDevice(hub, tillOf(request), handed))
    return {}
  })
  app.post('/hub/v1/device/items', { config, bodyLimit: largestItems }, async (request) => {
    const { items, after, ofBranch } = parse(handedItemsRequest, request.body)
    await keepHanded(hub.db, tillOf(request).id, items, { isFirst: after === null, ofBranch })
    return {}
  })
  app.get('/hub/v1/device/items', { config }, async (request) => {
    const items = await handedItems(hub.db, tillOf(request).uid, textIn(request.query, 'after'), handedAtOnce)
    return { items: items.map(({ uid, code, onHand }) => ({ uid, code, onHand })) }
  })
  app.post('/hub/v1/device/back', { config }, async (request) => {
    const { until } = parse(takeBackRequest, request.body)
    return inTurn(() => takeBack(hub, tillOf(request), until))
  })
  app.post('/hub/v1/device/taken', { config }, async (request) => {
    await inTurn(() => forgetDevice(hub, tillOf(request)))
    return {}
  })
  app.get('/hub/v1/delegate/unended', { config }, async (request) => ({
    seqs: await unended(hub.db, tillOf(request).id, numberIn(request.query, 'after'), endedAtOnce),
  }))
  app.post('/hub/v1/delegate/ended', { config, bodyLimit: largestEnded }, async (request) => {
    await takeEnded(hub, tillOf(request), parse(endedRequest, request.body).ended)
    return {}
  })
  app.post('/hub/v1/delegate', { config }, async (request, reply) => {
    const left = parse(delegateRequest, request.body)
    const unit = await inTurn(() => takeDelegation(hub, tillOf(request), left))
    return unit ? { unit } : reply.code(409).send({})
  })
}
