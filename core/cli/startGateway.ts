/** A running core with its local HTTP server. The command line, the browser window and the tests start it. */

import { alwaysOn } from '../access/restAccess.ts'
import type { Log } from '../base/ports.ts'
import type { CreateProfile, Host, ProfileSummary } from '../host/host.ts'
import { openExclusively } from '../host/openExclusively.ts'
import type { Page } from '../http/pages.ts'
import { switchable } from '../http/restSwitch.ts'
import { startServer } from '../http/server.ts'
import { createWindows, type Windows } from '../http/windows.ts'
import { startHubProcess } from '../platform/hubProcess.ts'
import { keptSecret } from '../platform/keptSecret.ts'
import { nodePorts } from '../platform/nodePorts.ts'

export interface GatewayOptions {
  dataDir: string
  /** 0 takes any free port. */
  port: number
  /** Listening address; absent: 127.0.0.1. */
  host?: string
  /** Requests per second and caller; 0 = no limit, absent = the default. */
  perSecond?: number
  /** The date, `YYYYMMDD`, for a computer whose own date is uncertain. */
  today?: string
  /** Host names of a forwarding proxy. */
  allowedHosts?: string[]
  log: Log
  /** Created if the workspace has no profile yet. */
  firstProfile?: CreateProfile
  /**
   * always: REST runs beside the windows as long as the gateway; switch: on its own port, if an owner switches it on.
   */
  rest?: 'always' | 'switch'
  /** The built screens; absent = no window is served. */
  pages?: Map<string, Page>
}

export interface Gateway {
  url: string
  /** With the key of a profile that was just created. */
  apps: (ProfileSummary & { apiKey?: string })[]
  /** Returns an address that admits one window, once; null if no window is served. */
  windowUrl(): string | null
  /** Stops it once, however often it is called. */
  close(): Promise<void>
}

const makeFirstProfile = async (
  host: Host,
  firstProfile: CreateProfile | undefined,
): Promise<Gateway['apps']> => {
  const existing = host.profiles()
  if (firstProfile?.kind === 'device' && existing.length > 0) {
    const { environment } = firstProfile.connection
    if (!existing.some((app) => app.environment === environment))
      throw new Error(
        `This data folder has a shop already, and none for ${environment}: name another folder with --data, or start without the flags of a device`,
      )
  }
  if (existing.length > 0 || !firstProfile) return existing
  const { id, apiKey } = await host.createProfile(firstProfile)
  return host.profiles().map((app) => (app.id === id ? { ...app, apiKey } : app))
}

const explained = (cause: unknown, { port, host }: { port: number; host?: string }): unknown => {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use by another program; name another one with --port`, { cause })
    case 'EADDRNOTAVAIL':
      return new Error(`This computer does not have the address ${host}; name one that it has with --host`, {
        cause,
      })
    default:
      return cause
  }
}

/** Opens the data folder and listens, by default on 127.0.0.1. Rejects with a readable message if either fails. */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { dataDir, port, log, firstProfile, pages } = options
  const ports = nodePorts(dataDir, log)
  // The same key after a restart, so that open windows keep working.
  const cookieKey = keptSecret(ports, 'window.cookieKey')
  let url: string | null = null
  const bySwitch = options.rest === 'switch'
  const rest = bySwitch ? switchable(ports) : async () => alwaysOn(() => url)
  const host = await openExclusively(dataDir, ports, {
    rest,
    startHub: startHubProcess,
    ...(options.today === undefined ? {} : { today: options.today }),
  })
  try {
    const apps = await makeFirstProfile(host, firstProfile)
    let windows: Windows | undefined
    if (pages) windows = createWindows(Buffer.from(await cookieKey(), 'base64url'), ports.clock)
    const bridge = pages && windows ? { bridge: { windows, pages } } : {}
    const place = {
      port,
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.perSecond === undefined ? {} : { perSecond: options.perSecond }),
      ...(options.allowedHosts === undefined ? {} : { allowedHosts: options.allowedHosts }),
    }
    const server = await startServer(host, {
      ...place,
      windowOnly: bySwitch,
      log,
      ids: ports.ids,
      ...bridge,
    }).catch((cause: unknown) => {
      throw explained(cause, place)
    })
    url = server.url
    const closeBoth = async () => {
      await server.close()
      await host.close()
    }
    let closing: Promise<void> | undefined
    return {
      url: server.url,
      apps,
      windowUrl: () => (windows ? `${server.url}/#token=${windows.mint()}` : null),
      close: () => {
        closing ??= closeBoth()
        return closing
      },
    }
  } catch (error) {
    await host.close()
    throw error
  }
}
