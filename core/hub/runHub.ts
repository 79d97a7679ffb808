/** Implements `main.ts`. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../base/loopback.ts'
import { hubHelp } from '../cli/help.ts'
import { endWith, helpIfAsked, readOrExit, say } from '../cli/terminal.ts'
import { readPages } from '../http/pages.ts'
import { writeDoorNote } from '../link/doorNote.ts'
import { announceHub } from '../link/localName.ts'
import { portInUseCode } from '../link/thisComputer.ts'
import { defaultDataDir, logFile } from '../platform/dataFolder.ts'
import { endOnSignals } from '../platform/endOnSignals.ts'
import { endOnUncaught } from '../platform/endOnUncaught.ts'
import { openLog } from '../platform/log.ts'
import { nodePorts } from '../platform/nodePorts.ts'
import { addressesOf } from './addresses.ts'
import { readHubFlags } from './flags.ts'
import { openHub } from './openHub.ts'
import { openDoor } from './server.ts'

helpIfAsked(hubHelp)
const flags = readOrExit(() => readHubFlags(process.argv.slice(2)))
const dataDir = resolve(flags.data ?? defaultDataDir())
const log = openLog({ file: logFile(dataDir), stderr: true })
endOnUncaught(log)

/** From the source, and from a bundle: both are two folders below. */
const built = fileURLToPath(new URL('../../dist/renderer', import.meta.url))

class PortInUseError extends Error {}

const start = async (): Promise<void> => {
  const folder = join(dataDir, 'hub')
  const { database, environment, port, listen, confirm, backups, attached } = flags
  // The hub's secrets are apart from the till's: each program writes its whole file.
  const ports = nodePorts(folder, log)
  const options = { dataDir, ports, environment, ...(backups !== undefined && { backups: resolve(backups) }) }
  const hub = await openHub(database === undefined ? options : { ...options, database })
  const pages = readPages(built)
  const door = await openDoor({ hub, port, listen, wantsConfirmation: confirm, pages }).catch(
    async (error: unknown) => {
      await hub.close()
      throw (error as { code?: string }).code === 'EADDRINUSE'
        ? new PortInUseError(`Another program uses port ${port}. Name another one with --port`, {
            cause: error,
          })
        : error
    },
  )
  const unannounce = isLoopback(listen) ? null : announceHub(door, log)
  const end = endOnSignals(async () => {
    unannounce?.()
    await door.close()
    await hub.close()
  })
  // The program that started it is gone, or wants it to end.
  if (attached)
    process.stdin.resume().once('close', () => {
      end().catch((error: unknown) => endWith(error, 1))
    })
  door.codes.make()
  const shown = door.codes.shown()
  const postgres = { version: hub.version, own: database === undefined }
  const addresses = addressesOf(listen, door.port)
  const { incarnation, id } = hub
  writeDoorNote(folder, { hub: id, pin: door.pin, port: door.port, listen })
  say({
    ready: true,
    postgres,
    incarnation,
    hub: id,
    environment,
    addresses,
    screens: door.hasScreens ? addresses.map((address) => `https://${address}/`) : [],
    code: shown?.code ?? null,
    codeUntil: shown?.until ?? null,
  })
  log.info({ dataDir, postgres, incarnation, environment, addresses }, 'Ready')
}

try {
  await start()
} catch (error) {
  log.debug({ err: error }, 'Could not start')
  endWith(error, error instanceof PortInUseError ? portInUseCode : 1)
}
