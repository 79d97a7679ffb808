/** Implements `gateway.ts`. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../base/loopback.ts'
import { restPorts } from '../contract/bounds.ts'
import { FolderTroubleError } from '../disk/dataFolderErrors.ts'
import { codeOf } from '../disk/diskErrors.ts'
import { readPages } from '../http/pages.ts'
import { complain } from '../platform/complain.ts'
import { defaultDataDir, logFile } from '../platform/dataFolder.ts'
import { endOnSignals } from '../platform/endOnSignals.ts'
import { endOnUncaught } from '../platform/endOnUncaught.ts'
import { openLog } from '../platform/log.ts'
import { readFlags } from './gatewayFlags.ts'
import { gatewayHelp } from './help.ts'
import { type Gateway, startGateway } from './startGateway.ts'
import { endWith, helpIfAsked, readOrExit, say } from './terminal.ts'

const screens = fileURLToPath(new URL('../../dist/renderer', import.meta.url))

/** A parent process that opens windows writes the word `window` on a line to get another address. */
const mintOnRequest = (gateway: Gateway): void => {
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() === 'window') say({ window: gateway.windowUrl() })
  })
}

helpIfAsked(gatewayHelp)
const flags = readOrExit(() => readFlags(process.argv.slice(2)))
const dataDir = resolve(flags.data ?? defaultDataDir())
const log = openLog({ file: logFile(dataDir), stderr: true })

endOnUncaught(log)

const start = async (): Promise<void> => {
  const firstProfile =
    flags.device ?? (flags.window ? undefined : { kind: 'practice' as const, name: 'Sandbox' })
  const gateway = await startGateway({
    dataDir,
    port: flags.port ?? restPorts.usual,
    log,
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.rate === undefined ? {} : { perSecond: flags.rate }),
    ...(flags.today === undefined ? {} : { today: flags.today }),
    ...(flags.allowedHosts === undefined ? {} : { allowedHosts: flags.allowedHosts }),
    ...(firstProfile ? { firstProfile } : {}),
    ...(flags.window ? { pages: readPages(screens) } : {}),
  })
  if (flags.host !== undefined && !isLoopback(flags.host)) {
    complain(
      `other computers reach ${flags.host} over plain HTTP: keys and invoices can be read on the network. ` +
        'Use it only on a trusted network',
    )
  }
  endOnSignals(gateway.close)
  const { url, apps } = gateway
  say({ ready: true, url, apps, ...(flags.window ? { window: gateway.windowUrl() } : {}) })
  log.info({ url, dataDir, apps: apps.length }, 'Ready')
  if (flags.window) mintOnRequest(gateway)
}

await start().catch((error: unknown) => {
  if (error instanceof FolderTroubleError) log.error({ dataDir, code: codeOf(error.cause) }, error.message)
  else log.debug({ err: error }, 'Could not start')
  endWith(error, 1)
})
