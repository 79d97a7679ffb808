/** The gateway's command line. */
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { isLoopback } from '../base/loopback.ts'
import { connection } from '../contract/workspace.ts'
import { parseWireDate } from '../fiscal/dates.ts'
import type { CreateProfile } from '../host/host.ts'

export interface Flags {
  /** Absent: the operating system's folder. */
  data?: string
  port?: number
  /** Listening address of the REST interface; absent: this computer only. */
  host?: string
  /** Requests per second and caller; 0: no limit. */
  rate?: number
  /** The present date, `YYYYMMDD`. */
  today?: string
  /** Host names of a forwarding proxy, in lower case. */
  allowedHosts?: string[]
  /** Serve the screens and admit windows by token. */
  window: boolean
  /** The device that `--environment` and its companions describe. */
  device?: CreateProfile
}

const deviceFlags = ['environment', 'authority-url', 'dialect', 'tin', 'branch', 'serial'] as const
const gatewayFlags = ['token-url', 'consumer-key', 'consumer-secret', 'apigee-app-id'] as const
type DeviceFlag = (typeof deviceFlags)[number] | (typeof gatewayFlags)[number]
type Given = Partial<Record<DeviceFlag, string>>

/** The flag of each field of the contract's connection. */
const flagOf: Record<string, DeviceFlag> = {
  environment: 'environment',
  authorityUrl: 'authority-url',
  dialect: 'dialect',
  taxpayerPin: 'tin',
  branchId: 'branch',
  deviceSerial: 'serial',
  tokenUrl: 'token-url',
  consumerKey: 'consumer-key',
  consumerSecret: 'consumer-secret',
  apigeeAppId: 'apigee-app-id',
}

/** An invalid command line. The message is one line for the person who typed it. */
export class FlagsError extends Error {}

const readNumber = (flag: string, text: string, most: number): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most)
    throw new FlagsError(`--${flag}: a number from 0 to ${most}, not "${text}"`)
  return number
}

const readHost = (text: string, window: boolean): string => {
  if (isIP(text) === 0 && text !== 'localhost')
    throw new FlagsError(`--host: an address of this computer such as 192.168.1.20, not "${text}"`)
  if (window && !isLoopback(text))
    throw new FlagsError('--host: windows are served on this computer only; leave out --window')
  return text
}

const readToday = (text: string): string => {
  const day = text.replaceAll('-', '')
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || parseWireDate(day) === null)
    throw new FlagsError(`--today: a day such as 2026-11-24, not "${text}"`)
  return day
}

/** Parses a name as in `Host`, without the port. */
const readAllowedHost = (text: string): string => {
  if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text))
    throw new FlagsError(`--allowed-host: a name such as kaunta.example.com, not "${text}"`)
  return text.toLowerCase()
}

const required = (given: Given): DeviceFlag[] => {
  const always: DeviceFlag[] = ['environment', 'authority-url', 'tin', 'branch', 'serial']
  return given.dialect === 'gateway' ? [...always, ...gatewayFlags] : always
}

const readDevice = (given: Given): CreateProfile | undefined => {
  if (Object.keys(given).length === 0) return undefined
  const missing = required(given).filter((flag) => given[flag] === undefined)
  if (missing.length > 0) {
    throw new FlagsError(`To connect a device, also give ${missing.map((flag) => `--${flag}`).join(', ')}`)
  }
  const gateway = {
    tokenUrl: given['token-url'],
    consumerKey: given['consumer-key'],
    consumerSecret: given['consumer-secret'],
    apigeeAppId: given['apigee-app-id'],
  }
  const parsed = connection.safeParse({
    name: given.environment === 'production' ? 'Production' : 'Sandbox',
    environment: given.environment,
    authorityUrl: given['authority-url'],
    dialect: given.dialect,
    taxpayerPin: given.tin,
    branchId: given.branch,
    deviceSerial: given.serial,
    ...(given.dialect === 'gateway' ? { gateway } : {}),
  })
  if (parsed.success) return { kind: 'device', connection: parsed.data }
  const [issue] = parsed.error.issues
  throw new FlagsError(`--${flagOf[String(issue?.path.at(-1))] ?? 'environment'}: ${issue?.message}`)
}

/** Parses the arguments after the program's name. Throws {@link FlagsError}. */
export const readFlags = (argv: string[]): Flags => {
  const text = { type: 'string' } as const
  const device = Object.fromEntries([...deviceFlags, ...gatewayFlags].map((name) => [name, text]))
  let values: Record<string, string | boolean | string[] | undefined>
  try {
    values = parseArgs({
      args: argv,
      strict: true,
      options: {
        data: text,
        port: text,
        host: text,
        rate: text,
        today: text,
        'allowed-host': { type: 'string', multiple: true },
        window: { type: 'boolean' },
        ...device,
      },
    }).values
  } catch (error) {
    throw new FlagsError((error as Error).message.split(/\. |\n/)[0] ?? '')
  }
  const { data, port, host, rate, today, window = false, 'allowed-host': allowed, ...given } = values
  if (data === '') throw new FlagsError('--data: the folder has no name')
  const asked = readDevice(given as Given)
  return {
    window: window === true,
    ...(typeof data === 'string' ? { data } : {}),
    ...(typeof port === 'string' ? { port: readNumber('port', port, 65_535) } : {}),
    ...(typeof host === 'string' ? { host: readHost(host, window === true) } : {}),
    ...(typeof rate === 'string' ? { rate: readNumber('rate', rate, 1_000_000) } : {}),
    ...(typeof today === 'string' ? { today: readToday(today) } : {}),
    ...(Array.isArray(allowed) ? { allowedHosts: allowed.map(readAllowedHost) } : {}),
    ...(asked ? { device: asked } : {}),
  }
}
