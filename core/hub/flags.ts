/** The hub's command line. */
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { FlagsError } from '../cli/gatewayFlags.ts'
import type { Environment } from '../contract/fields.ts'
import { hubPort } from '../contract/hubLink.ts'

export interface HubFlags {
  /** Absent: the operating system's folder. */
  data?: string
  /** Absent: the hub starts a server of its own. */
  database?: string
  environment: Environment
  /** 0 takes any free port. */
  port: number
  /** The address to listen on. */
  listen: string
  /** A manager at the hub compares two words before a till may begin. */
  confirm: boolean
}

/** Never repeats the address: it may hold a password. */
const readDatabase = (text: string): string => {
  if (!/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FlagsError('--database: an address such as postgres://user:password@server/kaunta')
  return text
}

const readEnvironment = (text: string): Environment => {
  if (text !== 'production' && text !== 'sandbox')
    throw new FlagsError('--environment: production or sandbox')
  return text
}

const readPort = (text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new FlagsError('--port: a number up to 65535')
  return port
}

const readListen = (text: string): string => {
  if (isIP(text) === 0) throw new FlagsError('--listen: an address of this computer, such as 192.168.1.20')
  return text
}

/** Parses the arguments after the program's name. Throws {@link FlagsError}. */
export const readHubFlags = (argv: string[]): HubFlags => {
  const text = { type: 'string' } as const
  try {
    const { data, database, environment, port, listen, confirm } = parseArgs({
      args: argv,
      strict: true,
      options: {
        data: text,
        database: text,
        environment: { ...text, default: 'production' },
        port: { ...text, default: String(hubPort) },
        listen: { ...text, default: '0.0.0.0' },
        confirm: { type: 'boolean', default: false },
      },
    }).values
    if (data === '') throw new FlagsError('--data: the folder has no name')
    return {
      ...(data === undefined ? {} : { data }),
      ...(database === undefined ? {} : { database: readDatabase(database) }),
      environment: readEnvironment(environment),
      port: readPort(port),
      listen: readListen(listen),
      confirm,
    }
  } catch (error) {
    if (error instanceof FlagsError) throw error
    throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
  }
}
