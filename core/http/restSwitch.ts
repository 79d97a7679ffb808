/** A till's switch for the REST interface. */

import { z } from 'zod'
import type { Wanted } from '../access/restAccess.ts'
import { readKept } from '../base/kept.ts'
import type { Ids, Log } from '../base/ports.ts'
import { type RestState, restPort } from '../contract/access.ts'
import { restPorts } from '../contract/bounds.ts'
import { fail, ok } from '../contract/errors.ts'
import type { OpenRest } from '../host/host.ts'
import { type HttpServer, startServer } from './server.ts'

const stored = z.object({ on: z.boolean(), port: restPort })

const problemOf = (error: unknown): NonNullable<RestState['problem']> =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'portInUse' : 'notStarted'

const refused = (error: unknown, port: number) =>
  problemOf(error) === 'portInUse'
    ? fail('003', 'rest.portInUse', `Port ${port} is in use by another program. Choose another one.`, {
        field: 'port',
        params: { port },
      })
    : fail('003', 'rest.notStarted', `Port ${port} is not available on this computer. Choose another one.`, {
        field: 'port',
        params: { port },
      })

/** A till's interface: off until an owner switches it on. Only programs on this computer reach it. */
export const switchable =
  ({ log, ids }: { log: Log; ids: Ids }): OpenRest =>
  async (host, kept) => {
    const damaged = (err: unknown) =>
      log.error({ err }, 'the switch of the REST interface is damaged in the database: it is off')
    let wanted: Wanted = readKept(kept, stored, damaged) ?? { on: false, port: restPorts.usual }
    let server: HttpServer | null = null
    let problem: RestState['problem'] = null
    const open = (port: number) => startServer(host, { port, log, ids })
    const end = async () => {
      const ending = server
      server = null
      await ending?.close()
    }
    if (wanted.on) {
      // The till opens even if another program uses the port. The screen shows the problem.
      await open(wanted.port).then(
        (opened) => {
          server = opened
        },
        (error: unknown) => {
          problem = problemOf(error)
          log.warn({ err: error, port: wanted.port }, 'the REST interface could not be started')
        },
      )
    }
    const state = (): RestState => ({ mode: 'switch', ...wanted, url: server?.url ?? null, problem })
    return {
      state,
      set: async (next, by) => {
        if (next.on && (server === null || next.port !== wanted.port)) {
          let opened: HttpServer
          try {
            opened = await open(next.port)
          } catch (error) {
            return refused(error, next.port)
          }
          await end()
          server = opened
        }
        if (!next.on) await end()
        wanted = next
        problem = null
        kept.set(JSON.stringify(next), { ...next, by })
        log.info(next, 'the REST interface was switched')
        return ok(state())
      },
      close: end,
    }
  }
