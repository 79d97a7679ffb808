/** Whether other software is served, and where: always in the gateway, by the owner's switch in a till. */
import { z } from 'zod'
import type { Ids, Log } from '../base/ports.ts'
import { type RestState, restPort } from '../contract/access.ts'
import { restPorts } from '../contract/bounds.ts'
import { fail, ok, type Reply } from '../contract/errors.ts'
import type { Host } from '../host/host.ts'
import { type HttpServer, startServer } from '../http/server.ts'

export interface RestControl {
  state(): RestState
  /** Starts, moves or ends the server, for whoever asks; 003 leaves it as it was. To be called in turn. */
  set(wanted: Wanted, by: string): Promise<Reply<RestState>>
  close(): Promise<void>
}

interface Wanted {
  on: boolean
  port: number
}

/** Keeps one text through restarts. */
export interface Kept {
  get(): string | undefined
  set(value: string): void
}

/** Keeps how the switch stands, and writes down who has turned it. */
export interface RestSwitch extends Pick<Kept, 'get'> {
  set(value: string, turned: Wanted & { by: string }): void
}

/** Makes the control of a host that has been opened. */
export type OpenRest = (host: Host, kept: RestSwitch) => Promise<RestControl>

const noSwitch = () =>
  fail('003', 'rest.noSwitch', 'Here the interface for other software cannot be switched on or off.', {
    field: 'on',
  })

/** A host that nobody asks over HTTP. */
export const noRest: RestControl = {
  state: () => ({ mode: 'never', on: false, port: restPorts.usual, url: null, problem: null }),
  set: async () => noSwitch(),
  close: async () => undefined,
}

/** The gateway's: its own server serves other software for as long as it runs; `url` is null until it does. */
export const alwaysOn = (url: () => string | null): RestControl => ({
  ...noRest,
  state: () => {
    const address = url()
    const port = address === null ? restPorts.usual : Number(new URL(address).port || 80)
    return { mode: 'always', on: true, port, url: address, problem: null }
  },
})

const stored = z.object({ on: z.boolean(), port: restPort })

/** The kept text as `schema` has it; null where there is none, or it cannot be read: then `damaged` is called. */
export const readKept = <T>(
  kept: Pick<Kept, 'get'> | undefined,
  schema: z.ZodType<T>,
  damaged?: (err: unknown) => void,
): T | null => {
  const text = kept?.get()
  if (text === undefined) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    damaged?.(error)
    return null
  }
}

const problemOf = (error: unknown): NonNullable<RestState['problem']> =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'portInUse' : 'notStarted'

const refused = (error: unknown, port: number) =>
  problemOf(error) === 'portInUse'
    ? fail('003', 'rest.portInUse', `Port ${port} is in use by another program. Choose another one.`, {
        field: 'port',
        params: { port },
      })
    : fail('003', 'rest.notStarted', `Port ${port} cannot be had on this computer. Choose another one.`, {
        field: 'port',
        params: { port },
      })

/** A till's: off until an owner switches it on; only programs on this computer reach it. */
export const switchable =
  ({ log, ids }: { log: Log; ids: Ids }): OpenRest =>
  async (host, kept) => {
    const damaged = (err: unknown) =>
      log.error({ err }, 'the switch for other software is damaged in the database: it is off')
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
      // A till opens whatever another program has taken; the screen says what is wrong.
      await open(wanted.port).then(
        (opened) => {
          server = opened
        },
        (error: unknown) => {
          problem = problemOf(error)
          log.warn({ err: error, port: wanted.port }, 'other software cannot be served')
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
        log.info(next, 'the interface for other software was switched')
        return ok(state())
      },
      close: end,
    }
  }
