/** An example of every operation that other software may call, beside the schemas and held to them. */
import { customerExamples } from './customer.ts'
import { itemExamples } from './item.ts'
import { systemExamples } from './system.ts'

export type { Example } from './example.ts'

export const examples = { ...systemExamples, ...customerExamples, ...itemExamples }
