/** The setting `tenders`: the ways to pay, in the order of the payment step. */
import { z } from 'zod'
import { isShipped, ownKinds, type ShopTender, shippedTenders } from '../fiscal/shopTenders.ts'
import { text } from './fields.ts'

const most = 20
/** A tender of the shop has an id that its window made. */
export const tenderId = z.string().min(1).max(36)
/** The name that a payment's tender had then; absent: the shipped one in the language of the screen. */
export const tenderName = z.string().optional()

const tenderRow = z.object({
  id: tenderId,
  method: z.enum(['cash', 'credit', ...ownKinds]),
  name: text(30).nullable(),
  reference: z.enum(['required', 'optional', 'off']),
  opensDrawer: z.boolean(),
  on: z.boolean(),
}) satisfies z.ZodType<ShopTender>

/** Returns what is wrong with a tender: its member, and what it should be. */
const problemOf = (row: ShopTender, earlier: readonly ShopTender[]): [keyof ShopTender, string] | null => {
  const { method, name, reference, on } = row
  const isOnce = method === 'cash' || method === 'credit'
  if (earlier.some((each) => each.id === row.id)) return ['id', 'an id of its own']
  if (!isShipped(row) && (isOnce || shippedTenders.some((each) => each.id === row.id)))
    return ['method', isOnce ? 'another kind; this one exists once' : 'the kind that Kaunta ships']
  if (isOnce && name !== null) return ['name', 'absent for cash and on credit']
  if (!isShipped(row) && name === null) return ['name', 'a name']
  if (earlier.some((each) => name !== null && each.name?.toLowerCase() === name.toLowerCase()))
    return ['name', 'a name of its own']
  if (isOnce && reference !== 'off') return ['reference', 'off for cash and on credit']
  if (method === 'cash' && !on) return ['on', 'true for cash']
  return null
}

export const tenderList = z
  .array(tenderRow)
  .min(1)
  .max(most)
  .superRefine((rows, context) => {
    for (const [index, row] of rows.entries()) {
      const problem = problemOf(row, rows.slice(0, index))
      if (problem)
        context.addIssue({ code: 'custom', path: [index, problem[0]], message: problem[1], input: row })
    }
    const missing = shippedTenders.find(({ id: wanted }) => !rows.some((row) => row.id === wanted))
    if (missing) context.addIssue({ code: 'custom', message: `a list with ${missing.method}`, input: rows })
  })
