/** Implements `npm run -s hub -- backup|restore|check|recovery` of `main.ts`. */
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Log } from '../../base/ports.ts'
import { hubCopiesHelp } from '../../cli/help.ts'
import { endWith, helpIfAsked, readOrExit, say } from '../../cli/terminal.ts'
import { complain } from '../../platform/complain.ts'
import { defaultDataDir } from '../../platform/dataFolder.ts'
import { nodePorts } from '../../platform/nodePorts.ts'
import { readCopyFlags } from '../flags.ts'
import { runCopyCommand } from './commands.ts'

helpIfAsked(hubCopiesHelp)
const flags = readOrExit(() => readCopyFlags(process.argv.slice(2)))
const quiet = () => undefined
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const dataDir = resolve(flags.data ?? defaultDataDir())

const readCode = (): Promise<string> => {
  complain('Enter the recovery code of the hub, then end the input')
  return text(process.stdin)
}

try {
  const ports = nodePorts(join(dataDir, 'hub'), log)
  const { line, isWrong = false } = await runCopyCommand({ dataDir, flags, ports, readCode })
  say(line)
  if (isWrong) process.exitCode = 1
} catch (error) {
  endWith(error, 1)
}
