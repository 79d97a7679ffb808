/**
 * The bodies of what a hub owns, with the names of the till's columns. A field that is null is left out. Forms are no
 * stricter than a till's tables, so that whatever a till has can be told.
 */
import { z } from 'zod'
import { cents, itemType, taxType } from '../fields.ts'
import type { SharedKind } from './wire.ts'

const plain = z
  .string()
  .max(4000)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'a text without NUL and lone surrogates')
const filled = plain.min(1)
const flag = z.literal([0, 1])

const item = z.object({
  name: filled,
  second_name: plain.optional(),
  barcode: plain.optional(),
  category: plain.optional(),
  type: itemType,
  tax_type: taxType,
  price: cents,
  item_class: plain,
  class_alias: z.enum(['SV', 'GD']).optional(),
  class_chosen: flag,
  origin_country: plain,
  package_unit: plain,
  quantity_unit: plain,
  standard_name: plain.optional(),
  batch_number: plain.optional(),
  additional_info: plain.optional(),
  description: plain.optional(),
  low_stock: z.int().optional(),
  active: flag,
  favourite: flag,
  colour: plain.optional(),
  /** The till that made it proposes its code. A till where another item has that code takes another one. */
  code: filled.optional(),
  /** The authority's, once it has registered the item. */
  authority_code: filled.optional(),
})

const customer = z.object({
  pin: filled.optional(),
  name: filled,
  phone: plain.optional(),
  address: plain.optional(),
  email: plain.optional(),
  fax: plain.optional(),
  remark: plain.optional(),
  active: flag,
  credit_limit: cents.optional(),
  /** The uid of the customer that this one turned out to be. */
  merged_into: z.uuid().optional(),
})

const uuidForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sharedPinForm = new RegExp(
  `^scrypt\\$\\d{1,7}\\$[\\w-]{22}\\$[\\w-]{43}\\$(${uuidForm})\\$(${uuidForm})$`,
)

/** Returns the names in a verifier that tills share; null: it is none. */
export const pinNames = (verifier: unknown): { pepper: string; choice: string } | null => {
  const [, pepper, choice] = sharedPinForm.exec(String(verifier)) ?? []
  return pepper && choice ? { pepper, choice } : null
}

const person = z.object({
  name: filled,
  role: z.enum(['cashier', 'manager', 'owner']),
  active: flag,
  /**
   * What a PIN is checked against: `scrypt$N$salt$hash$pepper$choice`. `pepper` names a pepper of the branch. `choice`
   * names the PIN: it stays when the same PIN gets another pepper. Absent: only one till can check the PIN.
   */
  pin: z.string().regex(sharedPinForm).optional(),
  /** 1: the person chooses a new PIN at the next sign-in. */
  pin_renew: flag.optional(),
})

const setting = z.object({
  /** Of the till's table; `category_class:Drinks` and `category_colour:Drinks` for a category. */
  name: filled,
  /** Absent: none. */
  value: z.json().optional(),
})

export const sharedBodies = { item, customer, person, setting } satisfies Record<SharedKind, z.ZodType>
export type SharedBody<K extends SharedKind> = z.infer<(typeof sharedBodies)[K]>

/** Fields that only a new thing brings. A till does not compare them. */
const once: readonly string[] = ['code', 'authority_code']
const fieldsOf = (kind: SharedKind): readonly string[] =>
  Object.keys(sharedBodies[kind].shape).filter((name) => !once.includes(name))
/** The fields whose changes are wishes. */
export const sharedFields: Record<SharedKind, readonly string[]> = {
  item: fieldsOf('item'),
  customer: fieldsOf('customer'),
  person: fieldsOf('person'),
  setting: fieldsOf('setting'),
}

/** The settings that a hub owns. The others are a till's own, such as its paper, its printer and its name. */
export const sharedSettings = [
  'shop',
  'scaleRules',
  'deadlineHours',
  'blockBelowStock',
  'cashierDiscount',
  'orderLeadDays',
  'orderSafetyDays',
  'supplierLeadDays',
  'largeDifference',
  'largeDifferenceShare',
  'acts',
  'shiftRequired',
  'blindCount',
  'cashierSeesFigures',
  'differenceLimit',
  'roundCash',
  'tenders',
  'denominations',
  'sellPages',
  'defaultGoodsClass',
  'defaultServiceClass',
] as const

export type Fields = Record<string, z.core.util.JSONType>
export type Versions = Record<string, number>

/** The version of a field; `*` stands for those that are not named. 0: there is none. */
export const versionOf = (versions: Versions, field: string): number => versions[field] ?? versions['*'] ?? 0

/** True if two values of a field are the same; undefined counts as null. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Returns a body with other values; null takes a field away. */
export const withFields = (body: Fields, set: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...body, ...set }).filter(([, value]) => value !== null))
