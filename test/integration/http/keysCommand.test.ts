/** The command `keys`: what it makes, lists and revokes, beside a host that runs on the folder and without one. */

import { describe, expect, test } from 'vitest'
import { FlagsError } from '../../../core/cli/gatewayFlags.ts'
import { runKeysCommand } from '../../../core/cli/keysCommand.ts'
import { readKeyFlags } from '../../../core/cli/keysFlags.ts'
import { randomIds, systemClock, systemVolume } from '../../../core/platform/nodePorts.ts'
import { offThread } from '../../../core/platform/offThread.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { memoryLog } from '../../support/server.ts'
import { connectionTo, startTill, type Till } from '../operations/shop.ts'

const run = (dataDir: string, words: string, key = '') =>
  runKeysCommand({
    dataDir,
    flags: readKeyFlags(words.split(' ')),
    clock: systemClock,
    ids: randomIds,
    log: memoryLog(),
    volume: systemVolume,
    offThread,
    readKey: async () => key,
  })

const startProfiles = async () => {
  const till = await startTill()
  const connection = connectionTo({ url: 'http://127.0.0.1:9' })
  const { id, apiKey } = await till.host().createProfile({ kind: 'device', connection })
  return { till, appId: id, apiKey }
}
const opens = (till: Till, key: unknown) => till.host().verifyApiKey(String(key))?.appId ?? null

test('a key is made beside the running host, works at once, and is revoked at once', async () => {
  const { till, appId } = await startProfiles()
  const made = (await run(till.dataDir, 'mint')) as { id: string; apiKey: string }
  expect(made).toMatchObject({ appId, environment: 'sandbox', createdBy: 'command', lastUsedOn: null })
  // Often, as a program uses it.
  for (let use = 0; use < 3; use += 1) expect(opens(till, made.apiKey)).toBe(appId)
  const { keys } = (await run(till.dataDir, 'list')) as { keys: object[] }
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatchObject({
    id: made.id,
    lastFour: made.apiKey.slice(-4),
    lastUsedOn: expect.any(String),
  })
  expect(JSON.stringify(keys)).not.toContain(made.apiKey)
  expect(await run(till.dataDir, `revoke --key ${made.id}`)).toMatchObject({ revokedBy: 'command' })
  expect(opens(till, made.apiKey)).toBeNull()
})

test('with more than one app it asks which, and the key is of the one that was named', async () => {
  const { till, appId } = await startProfiles()
  const live = connectionTo({ url: 'http://127.0.0.1:9' }, { name: 'Live', environment: 'production' })
  const { id } = await till.host().createProfile({ kind: 'device', connection: live })
  await expect(run(till.dataDir, 'mint')).rejects.toThrow(
    `Say which app with --app ID; there is ${appId} (Mfano Traders, sandbox), ${id} (Live, production)`,
  )
  const made = (await run(till.dataDir, `mint --app ${id}`)) as { apiKey: string }
  expect(made.apiKey).toMatch(/^svc_live_/)
  expect(opens(till, made.apiKey)).toBe(id)
  expect(((await run(till.dataDir, `list --app ${appId}`)) as { keys: object[] }).keys).toHaveLength(1)
  await expect(run(till.dataDir, 'mint --app nowhere')).rejects.toThrow('There is no app nowhere')
})

test('a key of an earlier prefix comes in on standard input', async () => {
  const { till, appId } = await startProfiles()
  const old = 'legacy_test_0123456789abcdefghij'
  expect(await run(till.dataDir, 'adopt', `${old}\n`)).toMatchObject({ lastFour: 'ghij' })
  expect(opens(till, old)).toBe(appId)
  await expect(run(till.dataDir, 'adopt', `${old}\n`)).rejects.toThrow('exists already')
  for (const prefix of ['live_', 'legacy_live_', 'svc_live_'])
    await expect(run(till.dataDir, 'adopt', `${prefix}0123456789abcdefghijklmn`)).rejects.toThrow(
      `A key that begins with ${prefix} does not belong to this profile`,
    )
  const short = 'too-short'
  const refused = await run(till.dataDir, 'adopt', short).catch((error: Error) => error.message)
  expect(refused).toMatch(/24 to 200/)
  expect(refused).not.toContain(short)
})

test('an empty folder stays empty, and an unknown key is said to be so', async () => {
  const folder = temporaryFolder()
  await expect(run(folder.path, 'list')).rejects.toThrow(`There is no shop in ${folder.path}`)
  folder.remove()
  const { till } = await startProfiles()
  await expect(run(till.dataDir, 'revoke --key nobody')).rejects.toThrow('There is no key nobody')
})

describe('its words', () => {
  test('come in any order', () => {
    expect(readKeyFlags(['--data', 'shop', 'mint', '--app', 'a'])).toEqual({
      act: 'mint',
      data: 'shop',
      app: 'a',
    })
    expect(readKeyFlags(['revoke', '--key', 'k'])).toEqual({ act: 'revoke', key: 'k' })
  })

  test.each([
    [[], /name one of list, mint, adopt, revoke/],
    [['drop'], /name one of/],
    [['list', 'mint'], /name one of/],
    [['revoke'], /name the key with --key/],
    [['mint', '--key', 'k'], /only for keys revoke/],
    [['list', '--data', ''], /no name/],
    [['list', '--what'], /--what/],
  ])('%j is refused', (words, message) => {
    expect(() => readKeyFlags(words)).toThrow(FlagsError)
    expect(() => readKeyFlags(words)).toThrow(message)
  })
})
