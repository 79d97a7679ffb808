import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openHost } from '../../../core/host/openHost.ts'
import { keyringSecrets } from '../../../core/platform/keyringSecrets.ts'
import { nodePorts } from '../../../core/platform/nodePorts.ts'
import { fileSecrets } from '../../../core/platform/secrets.ts'
import { memoryLog } from '../../support/server.ts'

const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'kaunta-secrets-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

type Backend = 'basic_text' | 'gnome_libsecret' | 'unknown'

/** A keyring that reverses bytes: enough to distinguish sealed from clear. */
const keyring = (backend: Backend, available = true) => ({
  isAsyncEncryptionAvailable: async () => available,
  encryptStringAsync: async (text: string) => Buffer.from(text).reverse(),
  decryptStringAsync: async (bytes: Buffer) => ({
    result: Buffer.from(bytes).reverse().toString(),
    shouldReEncrypt: false,
  }),
  getSelectedStorageBackend: () => backend,
})

const open = (
  dataDir: string,
  backend: Backend,
  options: { available?: boolean; platform?: NodeJS.Platform } = {},
) => {
  const log = memoryLog()
  const storage = keyring(backend, options.available)
  return keyringSecrets({ keyring: storage, platform: options.platform ?? 'linux', dataDir, log }).then(
    (secrets) => ({ secrets, log }),
  )
}

test('what the headless host keeps comes back after a restart and is nowhere in clear', async () => {
  const dataDir = folder()
  const before = fileSecrets(dataDir)
  await Promise.all([before.set('app.1.cmcKey', 'canary-1'), before.set('app.2.cmcKey', 'canary-2')])
  await before.remove('app.2.cmcKey')
  const after = fileSecrets(dataDir)
  expect(await after.get('app.1.cmcKey')).toBe('canary-1')
  expect(await after.get('app.2.cmcKey')).toBeNull()
  for (const name of ['secrets.json', 'secrets.key']) {
    expect(readFileSync(join(dataDir, name), 'latin1')).not.toContain('canary')
    if (process.platform !== 'win32') expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  }
})

test('a value cannot be moved under another name', async () => {
  const dataDir = folder()
  await fileSecrets(dataDir).set('app.1.cmcKey', 'one')
  const file = join(dataDir, 'secrets.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('app.1', 'app.2'))
  await expect(fileSecrets(dataDir).get('app.2.cmcKey')).rejects.toThrow('app.2.cmcKey')
})

test('a damaged file is said to be damaged and left as it is', async () => {
  const dataDir = folder()
  const file = join(dataDir, 'secrets.json')
  writeFileSync(file, '{"app')
  const secrets = fileSecrets(dataDir)
  await expect(secrets.get('x')).rejects.toThrow('damaged')
  await expect(secrets.set('x', 'y')).rejects.toThrow('damaged')
  expect(readFileSync(file, 'utf8')).toBe('{"app')
})

test('a lost key makes values unreadable, with the reason', async () => {
  const dataDir = folder()
  await fileSecrets(dataDir).set('x', 'y')
  rmSync(join(dataDir, 'secrets.key'))
  await expect(fileSecrets(dataDir).get('x')).rejects.toThrow('cannot be read with the key on this computer')
})

test('the desktop seals with the keyring', async () => {
  const dataDir = folder()
  const { secrets, log } = await open(dataDir, 'gnome_libsecret')
  await secrets.set('x', 'canary')
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain('keyring:')
  expect(await (await open(dataDir, 'gnome_libsecret')).secrets.get('x')).toBe('canary')
  expect(log.lines).toEqual([])
  await expect(fileSecrets(dataDir).get('x')).rejects.toThrow('cannot be read with the key on this computer')
})

test.each([
  ['basic_text', {}],
  ['unknown', {}],
  ['gnome_libsecret', { available: false }],
] as const)('on Linux with %s %j the key file is used, and the log says so', async (backend, options) => {
  const dataDir = folder()
  const { secrets, log } = await open(dataDir, backend, options)
  await secrets.set('x', 'canary')
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).not.toContain('keyring:')
  expect(await fileSecrets(dataDir).get('x')).toBe('canary')
  expect(log.lines.map(({ level }) => level)).toEqual(['warn'])
})

test('Windows and macOS always have their keyring', async () => {
  const dataDir = folder()
  const { secrets } = await open(dataDir, 'unknown', { platform: 'win32' })
  await secrets.set('x', 'canary')
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain('keyring:')
})

test('the desktop reads what the headless host has kept', async () => {
  const dataDir = folder()
  await fileSecrets(dataDir).set('x', 'from headless')
  const { secrets } = await open(dataDir, 'gnome_libsecret')
  expect(await secrets.get('x')).toBe('from headless')
})

test('a person at a till whose keyring does not open gets the remedy', async () => {
  const dataDir = folder()
  const log = memoryLog()
  const storage = keyring('gnome_libsecret')
  const start = async () => {
    const secrets = await keyringSecrets({ keyring: storage, platform: 'linux', dataDir, log })
    return openHost({ dataDir, ports: { ...nodePorts(dataDir, log), secrets } })
  }
  const before = await start()
  await before.call('window', 'workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
  const state = await before.call('window', 'workspace.state', {})
  const [{ id }] = (state as { data: { people: [{ id: string }] } }).data.people
  await before.close()

  storage.decryptStringAsync = async () => {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.')
  }
  const host = await start()
  const unlock = () => host.call('window', 'session.unlock', { userId: id, pin: '471362' })
  expect(await unlock()).toMatchObject({
    error: {
      code: '905',
      reason: 'secrets.unreadable',
      message: expect.stringContaining('unlock its keyring'),
    },
  })
  storage.decryptStringAsync = keyring('gnome_libsecret').decryptStringAsync
  expect(await unlock()).toMatchObject({ ok: true })
  await host.close()
})
