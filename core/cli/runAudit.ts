/** Implements `audit.ts`. */
import { resolve } from 'node:path'
import { breakText } from '../audit/verifyChain.ts'
import { defaultDataDir } from '../platform/dataFolder.ts'
import { readAuditFlags, runAuditCommand } from './auditCommand.ts'
import { auditHelp } from './help.ts'
import { endWith, helpIfAsked, readOrExit } from './terminal.ts'

helpIfAsked(auditHelp)
const flags = readOrExit(() => readAuditFlags(process.argv.slice(2)))

try {
  for (const { file, records, hash, broken } of runAuditCommand(
    resolve(flags.data ?? defaultDataDir()),
    flags,
  )) {
    process.stdout.write(
      broken
        ? `${file}: ${breakText(broken)}\n`
        : `${file}: ${records} records, whole; head ${records}-${hash}\n`,
    )
    if (broken) process.exitCode = 1
  }
} catch (error) {
  endWith(error, 1)
}
