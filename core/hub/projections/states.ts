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

const toldBy = ({ kind, rowId, rows }: Fact): Told | null => {
  // A later row of the trail is about the same signature.
  if (rows === null) return null
  const state = stateOf[kind as Kind]
  const id = state === 'accepted' ? rowId : rows.row['invoice_id']
  if (typeof id !== 'number') return null
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
