/** Implements `npm run -s gateway -- keys list|mint|adopt|revoke` of `gateway.ts`. */

import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Log } from '../base/ports.ts'
import { complain } from '../platform/complain.ts'
import { defaultDataDir } from '../platform/dataFolder.ts'
import { randomIds, systemClock, systemVolume } from '../platform/nodePorts.ts'
import { offThread } from '../platform/offThread.ts'
import { keysHelp } from './help.ts'
import { runKeysCommand } from './keysCommand.ts'
import { readKeyFlags } from './keysFlags.ts'
import { endWith, helpIfAsked, readOrExit, say } from './terminal.ts'

const quiet = () => undefined
const aloud = (_: object, message: string) => complain(message)
const log: Log = { debug: quiet, info: quiet, warn: aloud, error: aloud }
helpIfAsked(keysHelp)
const flags = readOrExit(() => readKeyFlags(process.argv.slice(3)))

await runKeysCommand({
  dataDir: resolve(flags.data ?? defaultDataDir()),
  flags,
  clock: systemClock,
  ids: randomIds,
  log,
  volume: systemVolume,
  offThread,
  readKey: () => text(process.stdin),
}).then(say, (error: unknown) => endWith(error, 1))
