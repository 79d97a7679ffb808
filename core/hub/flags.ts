/** The hub's command line. */
import { parseArgs } from 'node:util'
import { FlagsError } from '../cli/gatewayFlags.ts'

export interface HubFlags {
  /** Absent: the operating system's folder. */
  data?: string
  /** Absent: the hub starts a server of its own. */
  database?: string
}

/** Never repeats the address: it may hold a password. */
const readDatabase = (text: string): string => {
  if (!/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FlagsError('--database: an address such as postgres://user:password@server/kaunta')
  return text
}

/** Parses the arguments after the program's name. Throws {@link FlagsError}. */
export const readHubFlags = (argv: string[]): HubFlags => {
  const text = { type: 'string' } as const
  try {
    const { data, database } = parseArgs({
      args: argv,
      strict: true,
      options: { data: text, database: text },
    }).values
    if (data === '') throw new FlagsError('--data: the folder has no name')
    return {
      ...(data === undefined ? {} : { data }),
      ...(database === undefined ? {} : { database: readDatabase(database) }),
    }
  } catch (error) {
    if (error instanceof FlagsError) throw error
    throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
  }
}
