import { describe, expect, test } from 'vitest'
import { FlagsError, readFlags } from '../../../core/cli/gatewayFlags.ts'

const device = [
  '--environment',
  'production',
  '--authority-url',
  'https://authority.example/api',
  '--dialect',
  'legacy',
  '--tin',
  'P051234567X',
  '--branch',
  '00',
  '--serial',
  'KAU-1',
]
const gateway = [
  ...device.map((word) => (word === 'legacy' ? 'gateway' : word)),
  '--token-url',
  'https://authority.example/token',
  '--consumer-key',
  'key',
  '--consumer-secret',
  'secret',
  '--apigee-app-id',
  'app',
]
const without = (flags: string[], flag: string) => flags.filter((_, at) => flags[at - (at % 2)] !== flag)
const replacing = (flags: string[], flag: string, value: string) => [...without(flags, flag), flag, value]

describe('the command line', () => {
  test('without any flag asks for nothing in particular', () => {
    expect(readFlags([])).toEqual({ window: false })
  })

  test('names where to listen and how much is heard', () => {
    expect(readFlags(['--host', '192.168.1.20', '--rate', '0'])).toEqual({
      window: false,
      host: '192.168.1.20',
      rate: 0,
    })
    expect(readFlags(['--host', '::1', '--window'])).toMatchObject({ host: '::1', window: true })
    expect(() => readFlags(['--host', 'shop.example'])).toThrow(FlagsError)
    expect(() => readFlags(['--host', '0.0.0.0', '--window'])).toThrow(
      /windows are served on this computer only/,
    )
    expect(readFlags(['--today', '2026-11-24'])).toMatchObject({ today: '20261124' })
    for (const day of ['20261124', '2026-02-30', 'today'])
      expect(() => readFlags(['--today', day])).toThrow('--today: a day such as 2026-11-24')
    expect(() => readFlags(['--rate', 'fast'])).toThrow('--rate: a number from 0 to 1000000, not "fast"')
  })

  test('names a proxy may pass on, as often as there are some', () => {
    const hosts = ['--allowed-host', 'Kaunta.example.com', '--allowed-host', 'kaunta']
    expect(readFlags(hosts)).toEqual({ window: false, allowedHosts: ['kaunta.example.com', 'kaunta'] })
    for (const wrong of ['*', 'http://kaunta', 'kaunta:7460', '', '.example', 'a b'])
      expect(() => readFlags(['--allowed-host', wrong])).toThrow(/^--allowed-host: a name such as/)
  })

  test('names folder, port and window', () => {
    expect(readFlags(['--data', 'shop', '--port', '0', '--window'])).toEqual({
      data: 'shop',
      port: 0,
      window: true,
    })
  })

  test('connects a device of the legacy wire', () => {
    expect(readFlags(device).device).toEqual({
      kind: 'device',
      connection: {
        name: 'Production',
        environment: 'production',
        authorityUrl: 'https://authority.example/api',
        dialect: 'legacy',
        taxpayerPin: 'P051234567X',
        branchId: '00',
        deviceSerial: 'KAU-1',
      },
    })
  })

  test('takes the legacy wire when no dialect is given', () => {
    expect(readFlags(without(device, '--dialect')).device).toMatchObject({
      connection: { dialect: 'legacy' },
    })
  })

  test('connects a device of the gateway', () => {
    expect(readFlags(gateway).device).toMatchObject({
      connection: {
        dialect: 'gateway',
        gateway: {
          tokenUrl: 'https://authority.example/token',
          consumerKey: 'key',
          consumerSecret: 'secret',
          apigeeAppId: 'app',
        },
      },
    })
  })

  test.each(gateway.filter((word) => word.startsWith('--') && word !== '--dialect'))(
    'says that %s is missing',
    (flag) => {
      expect(() => readFlags(without(gateway, flag))).toThrow(new RegExp(`give ${flag}$`))
    },
  )

  test.each([
    [['--port', '65536'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', '80x'], '--port'],
    [['--port'], '--port'],
    [['--data', ''], '--data'],
    [['--colour', 'red'], '--colour'],
    [['extra'], 'extra'],
    [replacing(device, '--environment', 'test'), '--environment'],
    [replacing(device, '--dialect', 'modern'), '--dialect'],
    [replacing(device, '--authority-url', 'authority.example'), '--authority-url'],
    [replacing(device, '--tin', '123'), '--tin'],
    [replacing(device, '--branch', '1'), '--branch'],
    [replacing(device, '--serial', ''), '--serial'],
    [replacing(gateway, '--token-url', 'x'), '--token-url'],
  ])('refuses %j in one line that names %s', (argv, named) => {
    const attempt = () => readFlags(argv)
    expect(attempt).toThrow(FlagsError)
    expect(attempt).toThrow(named)
    expect(attempt).not.toThrow('\n')
  })
})
