/** What the commands share: one line of JSON for programs on standard output, one line for people on the other. */
import { complain } from '../platform/complain.ts'
import { FlagsError } from './gatewayFlags.ts'

export const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Prints what a command takes and ends the process, where `--help` or `-h` is asked for. */
export const helpIfAsked = (help: string, argv: readonly string[] = process.argv.slice(2)): void => {
  if (!argv.some((each) => each === '--help' || each === '-h')) return
  process.stdout.write(`${help.trim()}\n`)
  process.exit(0)
}

/** Says what went wrong and ends the process. */
export const endWith = (error: unknown, exitCode: number): never => {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(exitCode)
}

/** What `read` makes of the arguments; ends the process with 2 when they cannot be followed. */
export const readOrExit = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FlagsError) return endWith(error, 2)
    throw error
  }
}
