/**
 * Applies wishes of tills to what they share. Each is applied once, by its uid. A field whose version the till knew is
 * taken; another is kept as an offer for a manager. Nothing is overwritten unseen.
 */
import { z } from 'zod'
import { moveAccounts } from '../../db/hub/accounts.ts'
import { asOwner } from '../../db/hub/roles.ts'
import {
  type AlikeReason,
  canonicalUids,
  customerWithPin,
  type HubTx,
  insertAlias,
  insertWish,
  isWishKnown,
  itemsWithAuthorityCode,
  itemsWithBarcode,
  listAlike,
  lockShared,
  namesakes,
  openOffers,
  putShared,
  type SharedRow,
  setOffered,
  sharedByUid,
  sharedPeople,
} from '../../db/hub/shared.ts'
import { type Fields, isSameValue, sharedBodies, type Versions, versionOf } from '../contract/hub/shared.ts'
import { type Fact, type Wish, wish as wishForm } from '../contract/hub/wire.ts'
import { type InForce, mergeWish, newThing } from './mergeWish.ts'

/** Who wishes: a till of a branch. `id` null: a person at the hub. */
export interface Wisher {
  id: number | null
  branch: number
  /** Later wishes of the till may have been applied. */
  isLate?: true
}

/** What a till is told about its wish. */
export interface WishAnswer {
  outcome: 'applied' | 'offered' | 'refused'
  body: {
    /** The uid of the thing; absent: the wish's own. */
    as?: string
    /** Of the wish's fields, as they are in force. */
    versions?: Versions
    /** The fields in force that differ from what was wished; null: none. */
    inForce?: Fields
    /** The fields that wait for a manager. */
    offered?: string[]
    /** Why it was refused, in English. */
    reason?: string
  }
}

/** Things that tills of all branches share. */
const common = 0
const scopeOf = ({ of }: Wish, { branch }: Wisher): number =>
  of.kind === 'item' || of.kind === 'customer' ? common : branch

const sameName = (row: SharedRow, name: unknown): boolean =>
  String(row.body['name']).trim().toLowerCase() === String(name).trim().toLowerCase()

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Things that may be the same goods or the same person as a new one, the likeliest first. */
const alikeOf = async (
  tx: HubTx,
  by: Wisher,
  { of, set }: Wish,
): Promise<{ row: SharedRow; reason: AlikeReason }[]> => {
  const found: { row: SharedRow; reason: AlikeReason }[] = []
  const add = (reason: AlikeReason, rows: SharedRow[]) =>
    found.push(
      ...rows.flatMap((row) => (found.some((each) => each.row.uid === row.uid) ? [] : [{ row, reason }])),
    )
  const [name, barcode, code] = [text(set['name']), text(set['barcode']), text(set['authority_code'])]
  if (of.kind === 'item') {
    if (barcode) add('barcode', await itemsWithBarcode(tx, barcode))
    if (code) add('authority_code', await itemsWithAuthorityCode(tx, code))
  }
  if ((of.kind === 'item' || of.kind === 'customer') && name) add('name', await namesakes(tx, of.kind, name))
  if (of.kind === 'person')
    add(
      'name',
      (await sharedPeople(tx, by.branch)).filter((row) => sameName(row, name)),
    )
  return found
}

/**
 * The thing that a till means by a uid that the hub does not know: the customer of that PIN; for a till that joins, the
 * item of that barcode, or of that code and name at the authority.
 */
const matchOf = async (
  tx: HubTx,
  { of, set, joins }: Wish,
  alike: { row: SharedRow; reason: AlikeReason }[],
): Promise<SharedRow | undefined> => {
  const pin = text(set['pin'])
  if (of.kind === 'customer') return pin === undefined ? undefined : customerWithPin(tx, pin)
  if (!joins) return undefined
  return alike.find(
    ({ row, reason }) => reason === 'barcode' || (reason === 'authority_code' && sameName(row, set['name'])),
  )?.row
}

/** A PIN belongs to one customer: another one cannot take it. */
const heldFields = async (tx: HubTx, wish: Wish, uid: string): Promise<string[]> => {
  const pin = wish.of.kind === 'customer' ? text(wish.set['pin']) : undefined
  const holder = pin === undefined ? undefined : await customerWithPin(tx, pin)
  if (!holder || holder.uid === uid) return []
  await listAlike(tx, holder.uid, uid, 'pin')
  return ['pin']
}

const isOwner = ({ active, role }: Record<string, unknown>): boolean => role === 'owner' && active !== 0

/** A branch keeps its last owner: two owners may have dismissed each other at two tills. */
const lastOwnerFields = async (tx: HubTx, { of, set }: Wish, row: SharedRow): Promise<string[]> => {
  if (of.kind !== 'person' || !isOwner(row.body) || isOwner({ ...row.body, ...set })) return []
  const others = (await sharedPeople(tx, row.scope)).filter(
    ({ uid, body }) => uid !== row.uid && isOwner(body),
  )
  return others.length > 0 ? [] : ['active', 'role']
}

const objection = (kind: SharedRow['kind'], body: Fields): string | undefined => {
  const parsed = sharedBodies[kind].safeParse(body)
  return parsed.success ? undefined : z.prettifyError(parsed.error)
}

const put = async (
  tx: HubTx,
  row: Pick<SharedRow, 'uid' | 'kind' | 'scope'>,
  { versions, authors, body }: InForce,
): Promise<void> => putShared(tx, { ...row, versions, authors, body, active: body['active'] !== 0 })

/** Ends the offers that are in force by now, and those that the same till has replaced by a later wish. */
const endOffers = async (tx: HubTx, wish: Wish, uid: string, by: Wisher, inForce: InForce): Promise<void> => {
  for (const offer of await openOffers(tx, uid)) {
    const set = JSON.parse(offer.set) as Fields
    const isReplaced = offer.origin === by.id && !(by.isLate && offer.at > wish.at)
    const stays = (name: string) =>
      !isSameValue(set[name], inForce.body[name]) && !(isReplaced && name in wish.set)
    const left = offer.offered.filter(stays)
    if (left.length < offer.offered.length) await setOffered(tx, offer.uid, left)
  }
}

const answerOf = (
  wish: Wish,
  uid: string,
  { versions, body, offered }: InForce & { offered: string[] },
): WishAnswer => {
  const names = Object.keys(wish.set)
  const other = names.filter((name) => !isSameValue(body[name], wish.set[name]))
  return {
    outcome: offered.length > 0 ? 'offered' : 'applied',
    body: {
      ...(uid === wish.of.uid ? {} : { as: uid }),
      versions: Object.fromEntries(names.map((name) => [name, versionOf(versions, name)])),
      ...(other.length > 0
        ? { inForce: Object.fromEntries(other.map((name) => [name, body[name] ?? null])) }
        : {}),
      ...(offered.length > 0 ? { offered } : {}),
    },
  }
}

/** PostgreSQL refuses a NUL and half a character. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\0') && value.isWellFormed()
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([name, entry]) => isStorable(name) && isStorable(entry))

const refused = (reason: string): WishAnswer => ({ outcome: 'refused', body: { reason } })

const change = async (tx: HubTx, by: Wisher, wish: Wish, row: SharedRow): Promise<WishAnswer> => {
  if (row.kind !== wish.of.kind) return refused(`This is no ${wish.of.kind}.`)
  if (row.scope !== common && row.scope !== by.branch) return refused('It belongs to another branch.')
  const held = [...(await heldFields(tx, wish, row.uid)), ...(await lastOwnerFields(tx, wish, row))]
  const merged = mergeWish({ ...row, body: row.body as Fields }, wish, by, held)
  const reason = merged.isChanged ? objection(row.kind, merged.body) : undefined
  if (reason !== undefined) return refused(reason)
  if (merged.isChanged) await put(tx, row, merged)
  await endOffers(tx, wish, row.uid, by, merged)
  return answerOf(wish, row.uid, merged)
}

const make = async (
  tx: HubTx,
  by: Wisher,
  wish: Wish,
  alike: { row: SharedRow; reason: AlikeReason }[],
): Promise<WishAnswer> => {
  const thing = newThing(wish, by.id)
  const reason = objection(wish.of.kind, thing.body)
  if (reason !== undefined) return refused(reason)
  await put(tx, { uid: wish.of.uid, kind: wish.of.kind, scope: scopeOf(wish, by) }, thing)
  for (const each of alike) await listAlike(tx, each.row.uid, wish.of.uid, each.reason)
  return answerOf(wish, wish.of.uid, { ...thing, offered: [] })
}

type Pages = { items: string[] }[]
/** A wish may name a thing by the uid that its till had given it. */
const withCanonicalUids = async (tx: HubTx, wish: Wish): Promise<Wish> => {
  const { merged_into: into, name, value } = wish.set
  const pages = name === 'sellPages' && Array.isArray(value) ? (value as unknown as Pages) : []
  const named = [...(typeof into === 'string' ? [into] : []), ...pages.flatMap(({ items }) => items)]
  if (named.length === 0) return wish
  const uids = await canonicalUids(tx, named)
  const uidOf = (uid: string) => uids.get(uid) ?? uid
  const set = {
    ...(typeof into === 'string' ? { merged_into: uidOf(into) } : {}),
    ...(pages.length > 0 ? { value: pages.map((page) => ({ ...page, items: page.items.map(uidOf) })) } : {}),
  }
  return { ...wish, set: { ...wish.set, ...set } }
}

const fulfil = async (tx: HubTx, by: Wisher, given: Wish): Promise<WishAnswer> => {
  if (!isStorable(given.set)) return refused('A text has a NUL or half a character.')
  const wish = await withCanonicalUids(tx, given)
  const known = await sharedByUid(tx, wish.of.uid)
  if (known) return change(tx, by, wish, known)
  const alike = await alikeOf(tx, by, wish)
  const match = await matchOf(tx, wish, alike)
  if (!match) return make(tx, by, wish, alike)
  await insertAlias(tx, wish.of.uid, match.uid)
  if (wish.of.kind === 'customer') await moveAccounts(tx, wish.of.uid, match.uid)
  return change(tx, by, wish, match)
}

/** A verifier of a PIN is never offered, so nobody who looks at offers gets one. */
const shownFields = ({ of, set }: Wish): Fields =>
  of.kind === 'person'
    ? Object.fromEntries(Object.entries(set as Fields).filter(([name]) => name !== 'pin'))
    : (set as Fields)

/** Applies a wish, unless it was dealt with before. Call it inside the transaction that takes it in. */
export const applyWish = async (tx: HubTx, by: Wisher, wish: Wish): Promise<WishAnswer | undefined> => {
  await lockShared(tx)
  if (await isWishKnown(tx, wish.uid)) return undefined
  const answer = await fulfil(tx, by, wish)
  await insertWish(tx, {
    uid: wish.uid,
    origin: by.id,
    of_uid: answer.body.as ?? wish.of.uid,
    who: wish.who.replaceAll('\0', '').toWellFormed(),
    at: wish.at,
    set: JSON.stringify(shownFields(wish)),
    outcome: answer.outcome,
    answer: JSON.stringify(answer.body),
    offered: answer.body.offered ?? [],
  })
  return answer
}

/** A fact of the kind `wish`. Throws if its content is none. */
export const takeWish = async (tx: HubTx, by: Wisher, fact: Pick<Fact, 'content'>): Promise<void> => {
  const wish = wishForm.parse(JSON.parse(fact.content))
  await asOwner(tx, () => applyWish(tx, by, wish))
}
