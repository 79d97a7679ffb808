/** What became of documents at the authority, as a till says that signs itself. */
import { type Told, tellStates } from '../../../db/hub/projected.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { Projection } from './projection.ts'

const stateOf = {
  signed: 'accepted',
  unsigned: 'accepted',
  signatureEntered: 'accepted',
  refused: 'refused',
  setAside: 'refused',
  resent: 'waiting',
  withdrawn: 'withdrawn',
} as const
type Kind = keyof typeof stateOf

const numberIn = (row: Record<string, unknown>): number | null => {
  const number = row['authority_number']
  return typeof number === 'number' ? number : null
}

/** Returns the document's id at the till; null: the fact is about none. */
export const documentOf = ({ kind, rowId, rows }: Fact): number | null => {
  if (!Object.hasOwn(stateOf, kind)) return null
  const id = stateOf[kind as Kind] === 'accepted' ? rowId : rows?.row['invoice_id']
  return typeof id === 'number' ? id : null
}

const toldBy = (fact: Fact): Told | null => {
  const { kind, rows } = fact
  const id = documentOf(fact)
  // A later row of the trail is about the same signature.
  if (rows === null || id === null) return null
  const state = stateOf[kind as Kind]
  const { signature } = rows.row
  const isSigned = typeof signature === 'string' && state === 'accepted'
  return {
    ...{ id, state, authority_number: numberIn(rows.row) },
    ...{ signature: isSigned ? signature : null, signed: isSigned ? JSON.stringify(rows.row) : null },
  }
}

export const states: Projection = {
  kinds: Object.keys(stateOf),
  make: async (tx, { id: origin, branch }, facts) => {
    // The last word about a document counts.
    const told = new Map<number, Told>()
    for (const fact of facts) {
      const said = toldBy(fact)
      if (said) told.set(said.id, said)
    }
    await tellStates(tx, { branch, origin }, [...told.values()])
  },
}
