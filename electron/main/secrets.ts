/**
 * Secrets in the system's keyring through Electron's `safeStorage`. Linux without a keyring (`basic_text`) would seal
 * with a password that everybody knows: there the key file of the headless host is used instead, and the log says so.
 */
import type { SafeStorage } from 'electron'
import type { Log, Secrets } from '../../core/base/ports.ts'
import { keyFileSeal, type Seal, secretsFile, secretsPath } from '../../core/platform/secrets.ts'

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/** Marks what the keyring has sealed, so that a value is always opened by what sealed it. */
const keyringMark = 'keyring:'

const hasKeyring = async (storage: Storage, platform: NodeJS.Platform): Promise<boolean> => {
  if (!(await storage.isAsyncEncryptionAvailable())) return false
  if (platform !== 'linux') return true
  const backend = storage.getSelectedStorageBackend()
  return backend !== 'basic_text' && backend !== 'unknown'
}

const electronSeal = (storage: Storage, keyFile: Seal, useKeyring: boolean): Seal => ({
  seal: async (name, value) => {
    if (!useKeyring) return keyFile.seal(name, value)
    return keyringMark + (await storage.encryptStringAsync(value)).toString('base64')
  },
  open: async (name, sealed) => {
    if (!sealed.startsWith(keyringMark)) return keyFile.open(name, sealed)
    const bytes = Buffer.from(sealed.slice(keyringMark.length), 'base64')
    return (await storage.decryptStringAsync(bytes)).result
  },
})

export interface ElectronSecrets {
  storage: Storage
  platform: NodeJS.Platform
  dataDir: string
  log: Log
}

/** To be called when the app is ready. Values the headless host has kept stay readable. */
export const electronSecrets = async ({
  storage,
  platform,
  dataDir,
  log,
}: ElectronSecrets): Promise<Secrets> => {
  const useKeyring = await hasKeyring(storage, platform)
  if (!useKeyring)
    log.warn({}, 'This computer has no keyring; secrets are sealed with a key file of mode 0600')
  return secretsFile(secretsPath(dataDir), electronSeal(storage, keyFileSeal(dataDir), useKeyring))
}
