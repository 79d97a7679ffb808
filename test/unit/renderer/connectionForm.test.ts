import { describe, expect, it } from 'vitest'
import { connection, type ProfileView } from '../../../core/contract/workspace.ts'
import { faultsOf, type Texts } from '../../../renderer/screens/firstRun/connectionForm.ts'

const right: Texts = {
  name: 'Duka',
  taxpayerPin: 'P051234567X',
  branchId: '00',
  deviceSerial: 'KT-2026-0001',
  authorityUrl: 'https://etims.example/api',
  tokenUrl: 'https://etims.example/token',
  apigeeAppId: 'app-1',
  consumerKey: 'key',
  consumerSecret: 'secret',
}

/** Does the core take it? */
const isTaken = ({ tokenUrl, apigeeAppId, consumerKey, consumerSecret, ...plain }: Texts) =>
  connection.safeParse({
    ...plain,
    environment: 'sandbox',
    dialect: 'gateway',
    gateway: { tokenUrl, apigeeAppId, consumerKey, consumerSecret },
  }).success

describe('the form of a device', () => {
  it('shows every fault at once, each with its own text', () => {
    const texts = {
      name: ' ',
      taxpayerPin: 'P05123',
      branchId: 'X',
      deviceSerial: 'ser ial!',
      authorityUrl: 'etims',
      tokenUrl: 'http://etims.example/token',
      apigeeAppId: 'a b',
      consumerKey: '',
      consumerSecret: '',
    }
    expect(faultsOf(texts, { dialect: 'gateway' })).toEqual({
      name: 'empty',
      taxpayerPin: 'taxPin',
      branchId: 'branch',
      deviceSerial: 'serial',
      authorityUrl: 'address',
      tokenUrl: 'address',
      apigeeAppId: 'appId',
      consumerKey: 'key',
      consumerSecret: 'key',
    })
    const { name, taxpayerPin, branchId, deviceSerial, authorityUrl } = faultsOf(texts, {
      dialect: 'gateway',
    })
    const direct = { name, taxpayerPin, branchId, deviceSerial, authorityUrl }
    expect(faultsOf(texts, { dialect: 'legacy' })).toEqual(direct)
  })

  it('asks a device that the authority knows for name, address and gateway alone, and for keys only where none are kept', () => {
    const profile = { deviceReady: true, gateway: { tokenUrl: '', apigeeAppId: '' } } as ProfileView
    const texts = { ...right, deviceSerial: 'a b', consumerKey: '', consumerSecret: ' ' }
    expect(faultsOf(texts, { dialect: 'gateway', profile })).toEqual({})
    expect(faultsOf(texts, { dialect: 'gateway', profile: { ...profile, gateway: null } })).toEqual({
      consumerKey: 'key',
      consumerSecret: 'key',
    })
  })

  it.each<[keyof Texts, string[]]>([
    ['name', ['Duka', ' Duka ', '', ' ']],
    ['taxpayerPin', ['A000000001Z', 'a000000001z', 'P0512345678', '']],
    ['branchId', ['01', '1', '001', 'A1', '']],
    ['deviceSerial', ['KT/1', ' KT-1 ', 'K T', 'ü', '']],
    [
      'authorityUrl',
      [
        ...[
          'https://a.example',
          ' https://a.example/x?y=1 ',
          'HTTPS://A.EXAMPLE:8443/',
          'http://127.0.0.1:8088/x',
        ],
        ...[
          'http://localhost',
          'http://[::1]:1',
          'http://a.example',
          'http://127.0.0.1.example',
          'etims',
          'https://',
        ],
        ...['https://a b', 'ftp://a.example', ''],
      ],
    ],
    ['tokenUrl', ['https://a.example', 'http://a.example', '']],
    ['apigeeAppId', ['a', ' a ', 'a b', '']],
    ['consumerKey', ['k', 'k k', '', ' ']],
    ['consumerSecret', ['s', '', ' ']],
  ])('finds right in %s what the core takes', (name, values) => {
    for (const value of values) {
      const texts = { ...right, [name]: value }
      const faulty = Object.keys(faultsOf(texts, { dialect: 'gateway' }))
      // The form trims before it asks.
      expect(faulty, value).toEqual(isTaken({ ...texts, [name]: value.trim() }) ? [] : [name])
    }
  })
})
