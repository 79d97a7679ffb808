/** Everything that the hub makes of facts, in the order in which it is made. */
import { takeWish } from '../wishes.ts'
import { accounts } from './accounts.ts'
import { cashMoves } from './cashMoves.ts'
import { credits } from './credits.ts'
import { documents, payments } from './documents.ts'
import { parked } from './parked.ts'
import type { Projection } from './projection.ts'
import { shifts } from './shifts.ts'
import { states } from './states.ts'
import { counts, stock } from './stock.ts'

const wishes: Projection = {
  kinds: ['wish'],
  make: async (tx, by, facts) => {
    for (const fact of facts) await takeWish(tx, by, fact)
  },
}

// Accounts look at the state of documents, and at credits. A wish may say that an item is another one, so wishes are before stock and parked sales.
export const projections: Projection[] = [
  wishes,
  documents,
  payments,
  states,
  stock,
  counts,
  shifts,
  cashMoves,
  parked,
  credits,
  accounts,
]
