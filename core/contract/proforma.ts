/** Proformas: offers on paper with numbers of their own. They are no fiscal document, and move no stock and no money. */
import { z } from 'zod'
import { cents, moment, nextCursor, optionalText, page, rowId } from './fields.ts'
import { count } from './figures.ts'
import { item } from './item.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { cart } from './sale.ts'
import { paper, printTarget } from './workspace.ts'

const proforma = z.object({
  id: rowId,
  /** `PS-1`. */
  number: z.string(),
  total: cents,
})

export const proformaOperations = {
  'proforma.make': operation({
    summary: 'Store a proforma of the open sale, which stays open',
    allow: 'cashier',
    profile: true,
    input: z.object({
      cart,
      /** Created by the window once per proforma, so that a double press makes one. */
      requestId: z.string().min(8).max(64),
    }),
    output: proforma,
  }),
  'proforma.list': operation({
    summary: 'Proformas, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      /** A part of the number, of the buyer, or of an item's name. */
      text: optionalText(60).optional(),
      ...page,
    }),
    output: z.object({
      proformas: z.array(
        proforma.extend({
          lines: count,
          buyer: z.string().nullable(),
          cashier: z.string(),
          madeAt: moment,
          /** The numbers of the sales that came of it. */
          sales: z.array(z.string()),
        }),
      ),
      nextCursor,
    }),
  }),
  'proforma.take': operation({
    summary: 'A proforma as an open sale, at the prices of today',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: z.object({
      /** Without deleted items. A price that a person gave stays while the item's own price is the same. */
      cart: cart.nullable(),
      items: z.array(item),
      /** Items whose own price changed since: cents per unit. */
      changed: z.array(z.object({ name: z.string(), was: cents, now: cents })),
      /** Names of the deleted items. */
      gone: z.array(z.string()),
    }),
  }),
  'proforma.print': operation({
    summary: 'Print a proforma; one that was printed before is a COPY',
    allow: 'cashier',
    profile: true,
    input: z.object({
      id: rowId,
      paper: paper.optional(),
      target: printTarget.optional(),
    }),
    output: z.object({
      copy: count,
      ...printed,
    }),
  }),
}
