/**
 * `npm run sign -- keys FILE` makes the key pair of the updates: the private key goes to FILE, the public one into
 * `package.json`. `npm run sign -- release FOLDER` signs what electron-builder built; the private key is in the
 * environment, as KAUNTA_UPDATE_KEY.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWith, say } from '../../core/cli/terminal.ts'
import { isWhole } from '../../core/update/download.ts'
import { publicKeyOf, readFeed, signFeed } from '../../core/update/feed.ts'

/** Returns a private key as PEM, and the public one as base64 SPKI. */
export const makeKeys = (): { privateKey: string; publicKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}

const signOne = (folder: string, name: string, key: KeyObject): void =>
  writeFileSync(join(folder, `${name}.sig`), `${signFeed(name, readFileSync(join(folder, name)), key)}\n`)

/**
 * Signs each `latest….yml` in `folder`, and a copy of it that is named after its version: a till that goes back needs the
 * version that it ran. Returns the names. Throws if a file is not the one of its feed, or the key is not the packed one.
 */
export const signRelease = async (folder: string, key: KeyObject, packedKey: string): Promise<string[]> => {
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  if (own !== packedKey) throw new Error('package.json has the public key of another private key')
  const feeds = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name))
  if (feeds.length === 0) throw new Error(`${folder} has no latest.yml: build the installers first`)
  const signed: string[] = []
  for (const name of feeds) {
    signOne(folder, name, key)
    const content = readFileSync(join(folder, name))
    const signature = readFileSync(join(folder, `${name}.sig`), 'utf8')
    const { version, files } = readFeed({ name, content, signature }, publicKeyOf(packedKey))
    for (const file of files)
      if (!(await isWhole(join(folder, file.url), file)))
        throw new Error(`${file.url} is not the file of ${name}`)
    const kept = name.replace('latest', version)
    copyFileSync(join(folder, name), join(folder, kept))
    signOne(folder, kept, key)
    signed.push(name, kept)
  }
  return signed
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const packageFile = join(root, 'package.json')
const readPackage = () => JSON.parse(readFileSync(packageFile, 'utf8'))

const run = async ([act, place]: string[]): Promise<void> => {
  if (act === 'keys' && place) {
    if (!relative(root, resolve(place)).startsWith('..'))
      throw new Error('Choose a file outside this folder: a private key never lies beside the sources')
    const { privateKey, publicKey } = makeKeys()
    writeFileSync(place, privateKey, { mode: 0o600, flag: 'wx' })
    writeFileSync(packageFile, `${JSON.stringify({ ...readPackage(), updateKey: publicKey }, null, 2)}\n`)
    say({
      privateKey: place,
      publicKey,
      note: 'Keep the private key safe: without it no till accepts an update',
    })
  } else if (act === 'release' && place) {
    const text = process.env['KAUNTA_UPDATE_KEY']
    if (!text) throw new Error('KAUNTA_UPDATE_KEY must have the private key')
    const signed = await signRelease(place, createPrivateKey(text), readPackage().updateKey)
    say({ signed })
  } else throw new Error('npm run sign -- keys FILE, or npm run sign -- release FOLDER')
}

if (import.meta.main) run(process.argv.slice(2)).catch((error: unknown) => endWith(error, 1))
