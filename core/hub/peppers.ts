/**
 * Peppers of PINs. PostgreSQL has their names and the verifiers, the hub's secrets have the peppers: a dump of the database
 * says nothing about a PIN.
 */
import { addPepper, notePepperGiven, peppersOf } from '../../db/hub/peppers.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { createLimit } from '../base/limit.ts'
import type { Ports } from '../base/ports.ts'
import type { Peppers } from '../contract/hub/wire.ts'
import { keptSecret } from '../platform/keptSecret.ts'

export interface HubPeppers {
  /** Returns the name of the present pepper of a branch. */
  current(branch: number): Promise<string>
  /** All that a till of the branch needs. */
  all(branch: number): Promise<Peppers>
}

/** The name of the secret for passwords of the screens. */
export const screenPepper = 'hub.screens'

export const pepperSecret = (id: string): string => `hub.pepper.${id}`

export const createHubPeppers = ({
  db,
  ports,
}: {
  db: HubDb
  ports: Pick<Ports, 'ids' | 'secrets'>
}): HubPeppers => {
  const { ids, secrets } = ports
  const inTurn = createLimit(1)
  const fresh = async (branch: number): Promise<string> => {
    const id = ids.uuid()
    await addPepper(db, branch, id)
    return id
  }
  /** Makes the secret of a new one. A secret that was lost is not made again: verifiers are under the old one. */
  const prepared = async (branch: number): Promise<string> => {
    const [newest] = await peppersOf(db, branch)
    const isUsable = newest && (!newest.given || (await secrets.get(pepperSecret(newest.id))) !== null)
    const id = isUsable ? newest.id : await fresh(branch)
    if (isUsable && newest.given) return id
    await keptSecret({ secrets, ids }, pepperSecret(id))()
    await notePepperGiven(db, id)
    return id
  }
  const current = (branch: number): Promise<string> => inTurn(() => prepared(branch))
  return {
    current,
    all: async (branch) => {
      const id = await current(branch)
      const known = await Promise.all(
        (await peppersOf(db, branch)).map(async (each) => ({
          id: each.id,
          secret: await secrets.get(pepperSecret(each.id)),
        })),
      )
      return { current: id, known: known.flatMap(({ id, secret }) => (secret ? [{ id, secret }] : [])) }
    },
  }
}
