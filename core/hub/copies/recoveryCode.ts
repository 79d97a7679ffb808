/** The code that opens a hub's backups on another computer, and the secrets that a backup takes along. */
import { randomBytes } from 'node:crypto'
import { devicesHere } from '../../../db/hub/devices.ts'
import { allPeppers } from '../../../db/hub/peppers.ts'
import type { HubTx } from '../../../db/hub/postgres.ts'
import { createLimit } from '../../base/limit.ts'
import type { Secrets } from '../../base/ports.ts'
import { plainCode } from '../../contract/hubLink.ts'
import { doorKey } from '../../link/doorNote.ts'
import { inCode } from '../../link/identity.ts'
import { secretName } from '../../profile/secretNames.ts'
import { doorCertificate } from '../certificate.ts'
import { pepperSecret, screenPepper } from '../peppers.ts'

const codeName = 'hub.recovery'
const codeLength = 24

/** As people write it down: groups of four. */
export const shownCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
export const typedCode = (text: string): string => plainCode(text.trim())

/** Returns the code of this hub, without hyphens; null: this computer has none. */
export const knownCode = (secrets: Pick<Secrets, 'get'>): Promise<string | null> => secrets.get(codeName)
export const keepCode = (secrets: Pick<Secrets, 'set'>, code: string): Promise<void> =>
  secrets.set(codeName, code)

/** A backup may want the code at the moment in which an owner prints it. */
const inTurn = createLimit(1)
/** Returns the code, which the first call makes. */
export const recoveryCode = (secrets: Secrets): Promise<string> =>
  inTurn(async () => {
    const known = await knownCode(secrets)
    if (known !== null) return known
    const made = inCode(randomBytes(15), codeLength)
    await keepCode(secrets, made)
    return made
  })

/**
 * A hub on a new computer needs these: tills know it by its key, PINs are checked under its peppers, and the tax authority
 * gives the key of a device only once. The password of the old computer's server and the secret of its programs are of no
 * use elsewhere, and stay out.
 */
const takenNames = async (tx: HubTx): Promise<string[]> => {
  const peppers = await allPeppers(tx)
  const devices = await devicesHere(tx)
  return [
    doorKey,
    doorCertificate,
    screenPepper,
    ...peppers.map(({ id }) => pepperSecret(id)),
    ...devices.flatMap(({ app }) => Object.values(secretName).map((nameOf) => nameOf(app))),
  ]
}

/** `tx`: each secret is stored before the row that names it. */
export const takeSecrets = async (
  tx: HubTx,
  secrets: Pick<Secrets, 'get'>,
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const name of await takenNames(tx)) {
    const value = await secrets.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

/** A secret that this computer has already is the newer one, and stays. */
export const keepSecrets = async (
  secrets: Pick<Secrets, 'get' | 'set'>,
  found: Record<string, string>,
): Promise<void> => {
  for (const [name, value] of Object.entries(found))
    if ((await secrets.get(name)) === null) await secrets.set(name, value)
}
