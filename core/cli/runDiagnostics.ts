/** Implements `npm run -s gateway -- diagnostics --data DIR --out FILE` of `gateway.ts`. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { writeDiagnostics } from '../diagnostics/write.ts'
import { defaultDataDir } from '../platform/dataFolder.ts'
import { systemClock } from '../platform/nodePorts.ts'
import { workspaceFile } from '../workspace/openWorkspaceDb.ts'
import { FlagsError } from './gatewayFlags.ts'
import { diagnosticsHelp } from './help.ts'
import { endWith, helpIfAsked, readOrExit, say } from './terminal.ts'

helpIfAsked(diagnosticsHelp)
const text = { type: 'string' } as const

const flags = readOrExit(() => {
  try {
    return parseArgs({ args: process.argv.slice(3), options: { data: text, out: text } }).values
  } catch (error) {
    throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
  }
})
const dataDir = resolve(flags.data ?? defaultDataDir())

try {
  if (!existsSync(workspaceFile(dataDir)))
    throw new Error(`There is no shop in ${dataDir}; name its folder with --data`)
  const { file, bytes } = writeDiagnostics({
    dataDir,
    version: packageJson.version,
    now: systemClock.now(),
    ...(flags.out === undefined ? {} : { file: resolve(flags.out) }),
  })
  say({ file, bytes })
} catch (error) {
  endWith(error, 1)
}
