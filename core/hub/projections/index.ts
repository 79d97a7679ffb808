/** Everything that the hub makes of facts, in the order in which it is made. */
import { takeWish } from '../wishes.ts'
import { documents, payments } from './documents.ts'
import type { Projection } from './projection.ts'
import { shifts } from './shifts.ts'
import { states } from './states.ts'
import { stock } from './stock.ts'

const wishes: Projection = {
  kinds: ['wish'],
  make: async (tx, by, facts) => {
    for (const fact of facts) await takeWish(tx, by, fact)
  },
}

// A wish may say that an item is another one, so wishes are before stock.
export const projections: Projection[] = [wishes, documents, payments, states, stock, shifts]
