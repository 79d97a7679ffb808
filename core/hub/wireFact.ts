import type { KeptFact } from '../../db/hub/facts.ts'
import type { Fact } from '../contract/hub/wire.ts'

/** A fact as it came. */
export const wireFact = ({ rows, uids, ...fact }: KeptFact): Fact => ({
  ...fact,
  rows: rows === null ? null : JSON.parse(rows),
  uids: JSON.parse(uids),
})
