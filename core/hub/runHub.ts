/** Implements `main.ts`. */
import { resolve } from 'node:path'
import { hubHelp } from '../cli/help.ts'
import { endWith, helpIfAsked, readOrExit, say } from '../cli/terminal.ts'
import { defaultDataDir, logFile } from '../platform/dataFolder.ts'
import { endOnSignals } from '../platform/endOnSignals.ts'
import { endOnUncaught } from '../platform/endOnUncaught.ts'
import { openLog } from '../platform/log.ts'
import { nodePorts } from '../platform/nodePorts.ts'
import { readHubFlags } from './flags.ts'
import { openHub } from './openHub.ts'

helpIfAsked(hubHelp)
const flags = readOrExit(() => readHubFlags(process.argv.slice(2)))
const dataDir = resolve(flags.data ?? defaultDataDir())
const log = openLog({ file: logFile(dataDir), stderr: true })
endOnUncaught(log)

try {
  const ports = nodePorts(dataDir, log)
  const { version, incarnation, close } = await openHub({
    dataDir,
    ports,
    ...(flags.database === undefined ? {} : { database: flags.database }),
  })
  // The pool keeps no idle process alive.
  const alive = setInterval(() => undefined, 2 ** 30)
  endOnSignals(async () => {
    clearInterval(alive)
    await close()
  })
  const postgres = { version, own: flags.database === undefined }
  say({ ready: true, postgres, incarnation })
  log.info({ dataDir, postgres, incarnation }, 'Ready')
} catch (error) {
  log.debug({ err: error }, 'Could not start')
  endWith(error, 1)
}
