/** Everything that the hub makes of facts, in the order in which it is made. */
import { documents, payments } from './documents.ts'
import type { Projection } from './projection.ts'
import { shifts } from './shifts.ts'
import { states } from './states.ts'
import { stock } from './stock.ts'

export const projections: Projection[] = [documents, payments, states, stock, shifts]
