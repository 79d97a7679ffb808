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
  /** A folder for backups. Absent: below the data folder. */
  backups?: string
  /** It ends when its standard input does: when the program that started it is gone. */
  attached: boolean
}

const text = { type: 'string' } as const

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

const demandNamed = (flag: string, folder: string | undefined): void => {
  if (folder === '') throw new FlagsError(`${flag}: the folder has no name`)
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

/** The first sentence of what is wrong. */
const flagsError = (error: unknown): FlagsError =>
  error instanceof FlagsError ? error : new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')

/** Parses the arguments after the program's name. Throws {@link FlagsError}. */
export const readHubFlags = (argv: string[]): HubFlags => {
  try {
    const { data, database, environment, port, listen, confirm, backups, attached } = parseArgs({
      args: argv,
      strict: true,
      options: {
        data: text,
        database: text,
        environment: { ...text, default: 'production' },
        port: { ...text, default: String(hubPort) },
        listen: { ...text, default: '0.0.0.0' },
        confirm: { type: 'boolean', default: false },
        backups: text,
        attached: { type: 'boolean', default: false },
      },
    }).values
    demandNamed('--data', data)
    demandNamed('--backups', backups)
    return {
      ...(backups === undefined ? {} : { backups }),
      ...(data === undefined ? {} : { data }),
      ...(database === undefined ? {} : { database: readDatabase(database) }),
      environment: readEnvironment(environment),
      port: readPort(port),
      listen: readListen(listen),
      confirm,
      attached,
    }
  } catch (error) {
    throw flagsError(error)
  }
}

const acts = ['backup', 'restore', 'check', 'recovery'] as const
type CopyAct = (typeof acts)[number]

/** True if the command line is of a command about backups, and starts no hub. */
export const isCopyAct = (word: string | undefined): boolean => acts.some((act) => act === word)

export interface CopyFlags {
  act: CopyAct
  data?: string
  database?: string
  /** Of `backup`: a folder. */
  to?: string
  /** Of `restore`: the backup. */
  file?: string
  /** Of `restore`: the database that is there is put aside. */
  replace: boolean
}

/** Parses the arguments of a command about backups. Throws {@link FlagsError}. */
export const readCopyFlags = (argv: string[]): CopyFlags => {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { data: text, database: text, to: text, replace: { type: 'boolean', default: false } },
    })
    const [word, file, ...more] = positionals
    const act = acts.find((each) => each === word)
    const { data, database, to, replace } = values
    if (!act) throw new FlagsError(`name one of ${acts.join(', ')}`)
    if ((act === 'restore') !== (file !== undefined) || more.length > 0)
      throw new FlagsError(act === 'restore' ? 'restore: name one backup' : `${act}: takes no file`)
    if (to !== undefined && act !== 'backup') throw new FlagsError('--to: only for backup')
    if (replace && act !== 'restore') throw new FlagsError('--replace: only for restore')
    demandNamed('--data', data)
    demandNamed('--to', to)
    return {
      act,
      replace,
      ...(data === undefined ? {} : { data }),
      ...(to === undefined ? {} : { to }),
      ...(file === undefined ? {} : { file }),
      ...(database === undefined ? {} : { database: readDatabase(database) }),
    }
  } catch (error) {
    throw flagsError(error)
  }
}
