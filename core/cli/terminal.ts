/** Shared by the commands: one JSON line for programs on standard output, one line for people on standard error. */
import { complain } from '../platform/complain.ts'
import { FlagsError } from './gatewayFlags.ts'

export const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Prints the help and ends the process if `--help` or `-h` is given. */
export const helpIfAsked = (help: string, argv: readonly string[] = process.argv.slice(2)): void => {
  if (!argv.some((each) => each === '--help' || each === '-h')) return
  process.stdout.write(`${help.trim()}\n`)
  process.exit(0)
}

/** Prints the error and ends the process. */
export const endWith = (error: unknown, exitCode: number): never => {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(exitCode)
}

/** Returns the parsed arguments; ends the process with 2 if they are invalid. */
export const readOrExit = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FlagsError) return endWith(error, 2)
    throw error
  }
}
