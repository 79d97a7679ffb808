import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { IMPORTS } from './data/incoming.ts'
import { type Authority, hurry } from './exchange.ts'
import { faultSchema } from './faults.ts'
import { readCounters, readLedger } from './readout.ts'
import { addImport, addInvoice } from './seed.ts'
import { settingsSchema } from './settings.ts'

/** What the control path may do beyond the authority's own store. */
export type Controls = {
  readonly authority: Authority
  readonly isOffline: () => boolean
  readonly setOffline: (offline: boolean) => Promise<void>
  readonly changeSettings: (changes: object) => void
  readonly skewClock: (ms: number) => void
  readonly reset: () => Promise<void>
}

/** One fault or a list of them. */
const faultList = z.preprocess((input) => (Array.isArray(input) ? input : [input]), z.array(faultSchema))
const counterBody = z.strictObject({
  tin: z.string(),
  bhfId: z.string().optional(),
  kind: z.enum(['sales', 'purchases', 'stock', 'items']),
  next: z.int().min(1),
})
const invoiceBody = z.strictObject({
  tin: z.string(),
  supplier: z.string(),
  number: z.int(),
  daysAgo: z.int().default(0),
  credit: z.boolean().optional(),
  lines: z.array(
    z.strictObject({
      code: z.string(),
      class: z.string(),
      name: z.string(),
      taxType: z.enum(['A', 'B', 'C', 'D', 'E']),
      price: z.number(),
      quantity: z.number(),
      barcode: z.string().optional(),
      centsOff: z.int().optional(),
    }),
  ),
})
const importBody = z.strictObject({
  tin: z.string(),
  task: z.string(),
  form: z.enum(['minusOne', 'ddMMyyyy', 'yyyyMMdd']).default('ddMMyyyy'),
  /** What differs from the first entry of `data/incoming.ts`. */
  body: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
})
const deviceParams = z.object({ tin: z.string(), bhfId: z.string(), serial: z.string() })
const deviceBody = z.strictObject({
  approved: z.boolean().optional(),
  type: z.enum(['OSCU', 'VSCU']).optional(),
})

/** The control path: its own listener, so that it works while the authority is offline. The README has its table. */
export function controlServer(controls: Controls): FastifyInstance {
  const { authority } = controls
  const { store, faults, clock } = authority
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler((error, _request, reply) => {
    const wrong = error instanceof z.ZodError
    return reply.code(wrong ? 400 : 500).send({ error: wrong ? z.prettifyError(error) : String(error) })
  })
  const state = () => ({
    dialect: authority.dialect,
    checks: authority.strict ? 'strict' : 'loose',
    offline: controls.isOffline(),
    clock: { skewMs: clock.skewMs(), now: clock.now() },
    settings: authority.settings(),
    faults: faults.list(),
    counters: readCounters(store),
    calls: Object.fromEntries(authority.calls),
  })

  app.get('/control/state', state)
  app.get('/control/ledger', (request) =>
    readLedger(store, z.object({ tin: z.string().optional() }).parse(request.query).tin),
  )
  app.put('/control/faults', (request) => {
    const list = faultList.parse(request.body)
    faults.clear()
    faults.add(list)
    return faults.list()
  })
  app.post('/control/faults', (request) => {
    faults.add(faultList.parse(request.body))
    return faults.list()
  })
  app.delete('/control/faults', () => {
    faults.clear()
    return faults.list()
  })
  app.post('/control/hurry', () => {
    hurry(authority)
    return state()
  })
  app.put('/control/clock', (request) => {
    controls.skewClock(z.strictObject({ skewMs: z.int() }).parse(request.body).skewMs)
    return state().clock
  })
  app.put('/control/settings', (request) => {
    controls.changeSettings(settingsSchema.partial().parse(request.body))
    return authority.settings()
  })
  app.put('/control/counters', (request) => {
    const { tin, bhfId, kind, next } = counterBody.parse(request.body)
    store.run(
      `INSERT INTO counter (scope, kind, last) VALUES (?, ?, ?)
       ON CONFLICT (scope, kind) DO UPDATE SET last = excluded.last`,
      bhfId === undefined ? tin : `${tin}/${bhfId}`,
      kind,
      next - 1,
    )
    return readCounters(store)
  })
  app.post('/control/supplier-invoices', (request) => {
    const { tin, ...invoice } = invoiceBody.parse(request.body)
    addInvoice(store, { tin, now: clock.now(), settings: authority.settings() }, invoice)
    return {}
  })
  app.post('/control/imports', (request) => {
    const { tin, task, form, body } = importBody.parse(request.body)
    addImport(
      store,
      { tin, now: clock.now() },
      { task, form, body: { itemSeq: 1, ...IMPORTS[0]?.body, ...body } },
    )
    return {}
  })
  app.put('/control/devices/:tin/:bhfId/:serial', (request) => {
    const { tin, bhfId, serial } = deviceParams.parse(request.params)
    const { approved, type } = deviceBody.parse(request.body)
    store.run(
      `INSERT INTO device (tin, bhf_id, serial, approved, type) VALUES (?, ?, ?, coalesce(?, 1), coalesce(?, 'OSCU'))
       ON CONFLICT (tin, bhf_id, serial) DO UPDATE SET approved = coalesce(?, approved), type = coalesce(?, type)`,
      tin,
      bhfId,
      serial,
      ...[flag(approved), type ?? null],
      ...[flag(approved), type ?? null],
    )
    return readLedger(store, tin).devices
  })
  app.post('/control/offline', async (request) => {
    await controls.setOffline(z.strictObject({ offline: z.boolean() }).parse(request.body).offline)
    return { offline: controls.isOffline() }
  })
  app.post('/control/reset', async () => {
    await controls.reset()
    return state()
  })
  return app
}

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value))
