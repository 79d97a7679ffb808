/** What the hub's own computer may do: new codes, and who may come in. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deputyOf } from '../../db/hub/deputies.ts'
import { hubRow, sheetPrinted } from '../../db/hub/door.ts'
import type { Door } from './door.ts'
import { parse } from './requests.ts'
import { confirm, revoke } from './tillActs.ts'
import { tillsIn } from './tillView.ts'

const byPerson = z.object({ who: z.string().min(1).max(100) })
const ofTill = byPerson.extend({ uid: z.uuid() })

export const addAdminRoutes = (app: FastifyInstance, door: Door): void => {
  const { hub, codes } = door
  const { db } = hub
  const config = { access: 'admin' } as const
  const state = async () => {
    const shown = codes.shown()
    const { sheet_at, sheet_by } = await hubRow(db)
    const deputy = await deputyOf(db)
    return {
      hub: hub.id,
      environment: hub.environment,
      code: shown?.code ?? null,
      codeUntil: shown?.until ?? null,
      replaced: hub.replaced(),
      deputy: deputy ? { name: deputy.name, heldAt: deputy.heldAt } : null,
      sheet: { at: sheet_at, by: sheet_by ?? '' },
      backups: hub.copies.state(),
    }
  }
  const tills = () => tillsIn(door, null)

  app.get('/hub/v1/admin/state', { config }, async () => state())
  app.post('/hub/v1/admin/code', { config }, async () => {
    codes.make()
    return state()
  })
  app.post('/hub/v1/admin/sheet', { config }, async (request) => {
    await sheetPrinted(db, parse(byPerson, request.body).who, hub.ports.clock.now())
    return state()
  })
  app.get('/hub/v1/admin/tills', { config }, async () => tills())
  app.post('/hub/v1/admin/confirm', { config }, async (request) => {
    const { uid, who } = parse(ofTill, request.body)
    await confirm(door, uid, { who, from: null })
    return tills()
  })
  app.post('/hub/v1/admin/revoke', { config }, async (request) => {
    const { uid, who } = parse(ofTill, request.body)
    await revoke(door, uid, { who, from: null })
    return tills()
  })
}
