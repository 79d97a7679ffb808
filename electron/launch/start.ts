/** `npm start`: opens the till in Electron, else in a browser's app window, else says where to find it. */
import '../../core/cli/nodeVersion.mjs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FlagsError, readFlags } from '../../core/cli/gatewayFlags.ts'
import { startHelp } from '../../core/cli/help.ts'
import { type Gateway, type GatewayOptions, startGateway } from '../../core/cli/startGateway.ts'
import { helpIfAsked } from '../../core/cli/terminal.ts'
import { readPages } from '../../core/http/pages.ts'
import { complain } from '../../core/platform/complain.ts'
import { defaultDataDir, logFile } from '../../core/platform/dataFolder.ts'
import { endOnSignals } from '../../core/platform/endOnSignals.ts'
import { endOnUncaught } from '../../core/platform/endOnUncaught.ts'
import { openLog } from '../../core/platform/log.ts'
import { openInBrowser, openInElectron } from './launch.ts'

/** The same address after a restart, so that a window that is open finds the till again; other software has another. */
const usualPort = 7462

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** On the port that was asked for, or on the usual one, or on any when another program has that. */
const startOnSomePort = async (
  port: number | undefined,
  options: Omit<GatewayOptions, 'port'>,
): Promise<Gateway> => {
  try {
    return await startGateway({ ...options, port: port ?? usualPort })
  } catch (error) {
    const portIsTaken =
      error instanceof Error && (error.cause as NodeJS.ErrnoException)?.code === 'EADDRINUSE'
    if (port !== undefined || !portIsTaken) throw error
    return startGateway({ ...options, port: 0 })
  }
}

helpIfAsked(startHelp)

const start = async (): Promise<void> => {
  const flags = readFlags(process.argv.slice(2))
  if (flags.host !== undefined) throw new FlagsError('--host: windows are served on this computer only')
  const dataDir = resolve(flags.data ?? defaultDataDir())

  const electron = await openInElectron(dataDir, () =>
    console.log('Fetching Electron, once; this takes a minute at most'),
  )
  if (electron) {
    console.log(`Kaunta is open in Electron. Its data is in ${dataDir}`)
    process.on('SIGINT', electron.close)
    process.on('SIGTERM', electron.close)
    return electron.closed
  }

  const log = openLog({ file: logFile(dataDir) })
  endOnUncaught(log)
  const pages = readPages(fileURLToPath(new URL('../../dist/renderer', import.meta.url)))
  if (pages.size === 0) throw new Error('The screens have not been built: npm run build')
  const gateway = await startOnSomePort(flags.port, {
    dataDir,
    log,
    pages,
    rest: 'switch',
    ...(flags.device ? { firstProfile: flags.device } : {}),
  }).catch((error: unknown) => {
    log.error({ err: error }, 'Could not start')
    throw error
  })
  const end = endOnSignals(gateway.close)

  const browser = await openInBrowser(gateway.windowUrl() ?? gateway.url, dataDir)
  if (!browser) {
    console.log(
      `Kaunta is running. Open ${gateway.windowUrl()} in a browser; its data is in ${dataDir} (Ctrl-C ends it)`,
    )
    return
  }
  console.log(
    `Kaunta is open in a browser window at ${gateway.url}. Its data is in ${dataDir} (Ctrl-C ends it)`,
  )
  await browser.closed
  await end()
}

start().catch((error: unknown) => {
  complain(reasonOf(error))
  process.exit(error instanceof FlagsError ? 2 : 1)
})
