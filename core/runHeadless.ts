/** What `headless.ts` runs. */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { complain, endWith, helpIfAsked, readOrExit, say } from './commandLine.ts'
import { restPorts } from './contract/bounds.ts'
import { codeOf } from './diskTrouble.ts'
import { readFlags } from './flags.ts'
import { FolderTroubleError } from './folderTrouble.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { gatewayHelp } from './help.ts'
import { isLoopback } from './http/guard.ts'
import { readPages } from './http/pages.ts'
import { endOnSignals } from './node/ending.ts'
import { defaultDataDir, logFile } from './node/folder.ts'
import { endOnUncaught } from './node/lastResort.ts'
import { openLog } from './node/log.ts'

const screens = fileURLToPath(new URL('../dist/renderer', import.meta.url))

/** A parent that serves windows asks for another address by writing the word `window` on a line. */
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
  const firstApp = flags.device ?? (flags.window ? undefined : { kind: 'practice' as const, name: 'Sandbox' })
  const gateway = await startGateway({
    dataDir,
    port: flags.port ?? restPorts.usual,
    log,
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.rate === undefined ? {} : { perSecond: flags.rate }),
    ...(flags.today === undefined ? {} : { today: flags.today }),
    ...(flags.allowedHosts === undefined ? {} : { allowedHosts: flags.allowedHosts }),
    ...(firstApp ? { firstApp } : {}),
    ...(flags.window ? { pages: readPages(screens) } : {}),
  })
  if (flags.host !== undefined && !isLoopback(flags.host)) {
    complain(
      `other computers reach ${flags.host} over plain HTTP: keys and invoices can be read on the way. ` +
        'Use it on a network you trust only',
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
