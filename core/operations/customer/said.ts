/** Translates the customer fields of other software. */
import type { CustomerRow } from '../../../db/profile/customers.ts'
import { type Actor, authorBound, authorOf } from '../../access/actor.ts'
import type { Author } from '../../authority/port.ts'
import type { CallerCustomer } from '../../contract/customer.ts'
import { flagOf } from '../shared/wireValues.ts'

/** Empty text clears a field; null and absent keep it. */
const cleared = (text: string | null | undefined): string | null | undefined =>
  text === null || text === undefined ? undefined : text || null

export const saidOf = (input: CallerCustomer) => ({
  list_number: input.custNo ?? undefined,
  address: cleared(input.adrs),
  phone: cleared(input.telNo),
  email: cleared(input.email),
  fax: cleared(input.faxNo),
  remark: cleared(input.remark),
  active: input.useYn ? flagOf(input.useYn) : undefined,
})

/** `spec 2.4`: `USR01` and `Admin` if the caller names nobody and nobody is signed in. */
const byDefault = (actor: Actor): Author =>
  'user' in actor ? authorOf(actor) : { id: 'USR01', name: 'Admin' }

const named = (
  actor: Actor,
  [id, name]: [string | null | undefined, string | null | undefined],
  unsaid: Author,
): Author | undefined =>
  id || name ? authorBound(actor, { id: id || unsaid.id, name: name || id || unsaid.name }) : undefined

/** Returns who registered the customer (undefined = unchanged) and who changes it now. */
export const authorsOf = (
  input: CallerCustomer,
  actor: Actor,
  before: CustomerRow | undefined,
): { author: Author | undefined; modifier: Author } => {
  const own = byDefault(actor)
  const kept = before && { id: before.author_id, name: before.author_name }
  const author = named(actor, [input.regrId, input.regrNm], own) ?? (kept ? undefined : own)
  return { author, modifier: named(actor, [input.modrId, input.modrNm], own) ?? author ?? own }
}
