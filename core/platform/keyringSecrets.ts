/**
 * Secrets in the system's keyring. Linux without a keyring (`basic_text`) would seal with a password that everybody
 * knows: there the key file of the headless host is used instead, and the log says so.
 */
import type { Log, Secrets } from '../base/ports.ts'
import { keyFileSeal, type Seal, secretsFile, secretsPath } from './secrets.ts'

/** Electron's `safeStorage`. */
export interface Keyring {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(sealed: Buffer): Promise<{ result: string }>
  /** Linux only. */
  getSelectedStorageBackend(): string
}

/** Marks what the keyring has sealed, so that a value is always opened by what sealed it. */
const keyringMark = 'keyring:'

const hasKeyring = async (keyring: Keyring, platform: NodeJS.Platform): Promise<boolean> => {
  if (!(await keyring.isAsyncEncryptionAvailable())) return false
  if (platform !== 'linux') return true
  const backend = keyring.getSelectedStorageBackend()
  return backend !== 'basic_text' && backend !== 'unknown'
}

const keyringSeal = (keyring: Keyring, keyFile: Seal, useKeyring: boolean): Seal => ({
  seal: async (name, value) => {
    if (!useKeyring) return keyFile.seal(name, value)
    return keyringMark + (await keyring.encryptStringAsync(value)).toString('base64')
  },
  open: async (name, sealed) => {
    if (!sealed.startsWith(keyringMark)) return keyFile.open(name, sealed)
    const bytes = Buffer.from(sealed.slice(keyringMark.length), 'base64')
    return (await keyring.decryptStringAsync(bytes)).result
  },
})

interface KeyringSecrets {
  keyring: Keyring
  platform: NodeJS.Platform
  dataDir: string
  log: Log
}

/** To be called when the app is ready. Values the headless host has kept stay readable. */
export const keyringSecrets = async ({
  keyring,
  platform,
  dataDir,
  log,
}: KeyringSecrets): Promise<Secrets> => {
  const useKeyring = await hasKeyring(keyring, platform)
  if (!useKeyring)
    log.warn({}, 'This computer has no keyring; secrets are sealed with a key file of mode 0600')
  return secretsFile(secretsPath(dataDir), keyringSeal(keyring, keyFileSeal(dataDir), useKeyring))
}
