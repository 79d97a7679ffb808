/** The goods to touch on Sell: their pages, colours and pictures. */
import { z } from 'zod'
import { pictures, sellPages } from './bounds.ts'
import { moment, rowId, text } from './fields.ts'
import { colour, item } from './item.ts'
import { operation } from './operation.ts'

/** A page that a manager arranged: its items by id, in order. */
export const sellPage = z.object({ name: text(40), items: z.array(rowId).max(sellPages.items) })
export type SellPage = z.infer<typeof sellPage>

/** `page`: its place among the pages, from 0. */
const gridView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('favourites') }),
  z.object({ kind: z.literal('category'), category: text(40) }),
  z.object({ kind: z.literal('page'), page: z.int().min(0).max(sellPages.most) }),
])
export type GridView = z.infer<typeof gridView>

export const gridOperations = {
  'item.grid': operation({
    summary: 'Items to touch on Sell: a page, the favourites, all, or a category; best sellers first',
    allow: 'cashier',
    profile: true,
    /** Without a view, or with one that no longer exists: the first page, else the favourites, else all. */
    input: z.object({ view: gridView.optional() }),
    output: z.object({
      view: gridView,
      /** Names of the pages. */
      pages: z.array(z.string()),
      favourites: z.boolean(),
      categories: z.array(z.string()),
      /** The colours chosen for categories. */
      colours: z.record(z.string(), colour),
      items: z.array(item),
    }),
  }),
  'item.arrange': operation({
    summary: 'Store the pages of Sell',
    allow: 'manager',
    profile: true,
    input: z.object({ pages: z.array(sellPage).max(sellPages.most) }),
    output: z.object({ pages: z.array(sellPage) }),
  }),
  'item.categoryColour': operation({
    summary: "Choose a category's colour on Sell; null: the usual one",
    allow: 'manager',
    profile: true,
    input: z.object({ category: text(40), colour: colour.nullable() }),
    output: z.object({}),
  }),
  'picture.get': operation({
    summary: 'The picture of an item, as an address that contains its data',
    allow: 'cashier',
    profile: true,
    /** `at`: the item's `picture`. Another time is another picture, so a window can keep this one. */
    input: z.object({ id: rowId, at: moment }),
    output: z.object({ picture: z.string().nullable() }),
  }),
  'picture.set': operation({
    summary: 'Store the picture of an item, or remove it',
    allow: 'manager',
    profile: true,
    /** WebP or JPEG, in base64. */
    input: z.object({
      id: rowId,
      image: z
        .base64()
        .max(Math.ceil(pictures.bytes / 3) * 4)
        .nullable(),
    }),
    output: item,
  }),
}
