/** What the hub's own computer may do: new codes, and who may come in. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { confirmTill, revokeTill, tillByUid, tillsOf } from '../../db/hub/door.ts'
import type { Door } from './door.ts'
import { Refusal } from './failures.ts'
import { tillView } from './tillView.ts'

const ofTill = z.object({ uid: z.uuid(), who: z.string().min(1).max(100) })

export const addAdminRoutes = (app: FastifyInstance, door: Door): void => {
  const { hub, codes, waits } = door
  const { db, ports } = hub
  const config = { access: 'admin' } as const
  const state = () => {
    const shown = codes.shown()
    return {
      hub: hub.id,
      environment: hub.environment,
      code: shown?.code ?? null,
      codeUntil: shown?.until ?? null,
    }
  }
  const tills = async () => ({ tills: (await tillsOf(db, null)).map((till) => tillView(till, door.pin)) })
  const named = (body: unknown) => {
    const parsed = ofTill.safeParse(body)
    if (!parsed.success) throw new Refusal('malformed')
    return parsed.data
  }

  app.get('/hub/v1/admin/state', { config }, async () => state())
  app.post('/hub/v1/admin/code', { config }, async () => {
    codes.make()
    return state()
  })
  app.get('/hub/v1/admin/tills', { config }, async () => tills())
  app.post('/hub/v1/admin/confirm', { config }, async (request) => {
    const { uid, who } = named(request.body)
    if (!(await confirmTill(db, uid, ports.clock.now()))) throw new Refusal('notFound')
    ports.log.info({ origin: uid, who }, 'A till was confirmed')
    return tills()
  })
  app.post('/hub/v1/admin/revoke', { config }, async (request) => {
    const { uid, who } = named(request.body)
    if (!(await revokeTill(db, uid, ports.clock.now(), who))) throw new Refusal('notFound')
    const till = await tillByUid(db, uid)
    if (till) {
      waits.end(till.id)
      hub.woken(till.branch)
    }
    ports.log.info({ origin: uid, who }, 'A till was ended')
    return tills()
  })
}
