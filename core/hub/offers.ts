/**
 * What waits for a manager, and the answers. An answer is a wish of the hub itself with the versions that the manager saw,
 * so that it overwrites nothing unseen.
 */
import {
  answerTwin,
  type By,
  isTwin,
  levelsOf,
  type Offer,
  offersOf,
  type Twin,
  tillNames,
  twinsOf,
} from '../../db/hub/offers.ts'
import {
  type FieldAuthor,
  type HubTx,
  lockShared,
  openOffers,
  type SharedKind,
  setOffered,
  sharedByUid,
} from '../../db/hub/shared.ts'
import type { LetterAnswer, OfferAnswer, Offers, TwinAnswer } from '../contract/hub/offers.ts'
import { type Fields, type Versions, versionOf } from '../contract/hub/shared.ts'
import { Refusal } from './failures.ts'
import type { Hub } from './openHub.ts'
import type { HubSigners } from './signers.ts'
import { applyWish } from './wishes.ts'

type Answering = Pick<Hub, 'db' | 'ports' | 'woken'>
type Signing = { signers: Pick<HubSigners, 'signer'> }

/** A verifier of a PIN is nothing to look at. */
const isSecret = (kind: SharedKind, field: string): boolean => kind === 'person' && field === 'pin'
const shownValue = (kind: SharedKind, field: string, value: unknown) =>
  (isSecret(kind, field) ? null : (value ?? null)) as Fields[string]

const byOf = (names: Map<number, string>, author: FieldAuthor | undefined): By | null =>
  author
    ? {
        who: author.who,
        till: author.origin === null ? null : (names.get(author.origin) ?? null),
        at: author.at,
      }
    : null

const offerView = (offer: Offer, names: Map<number, string>): Offers['offers'][number] => {
  const { uid, kind, who, till, at, versions, authors, body, offered } = offer
  const set = JSON.parse(offer.set) as Fields
  return {
    uid,
    kind,
    name: String(body['name'] ?? ''),
    wishedBy: { who, till, at },
    fields: offered.map((field) => ({
      field,
      version: versionOf(versions, field),
      inForce: shownValue(kind, field, body[field]),
      inForceBy: byOf(names, authors[field] ?? authors['*']),
      wished: shownValue(kind, field, set[field]),
    })),
  }
}

const twinView = (
  twin: Twin,
  names: Map<number, string>,
  levels: Map<string, number>,
): Offers['twins'][number] => {
  const { one, other, reason, kind } = twin
  const thing = (uid: string, body: Fields, authors: Record<string, FieldAuthor>) => ({
    uid,
    name: String(body['name'] ?? ''),
    barcode: (body['barcode'] as string | undefined) ?? null,
    pin: shownValue(kind, 'pin', body['pin']) as string | null,
    phone: (body['phone'] as string | undefined) ?? null,
    price: (body['price'] as number | undefined) ?? null,
    onHand: kind === 'item' ? (levels.get(uid) ?? 0) : null,
    madeBy: byOf(names, authors['*']),
  })
  return {
    kind,
    reason,
    things: [
      thing(one, twin.one_body as Fields, twin.one_authors),
      thing(other, twin.other_body as Fields, twin.other_authors),
    ],
  }
}

/** What a manager of that branch may answer. */
export const listOffers = async (
  { db, signers }: Pick<Answering, 'db'> & Signing,
  branch: number,
): Promise<Offers> => {
  const [offers, twins, names] = [await offersOf(db, branch), await twinsOf(db, branch), await tillNames(db)]
  const items = twins.filter(({ kind }) => kind === 'item').flatMap(({ one, other }) => [one, other])
  const levels = await levelsOf(db, branch, items)
  return {
    offers: offers.map((offer) => offerView(offer, names)),
    twins: twins.map((twin) => twinView(twin, names, levels)),
    letters: signers.signer(branch)?.letters() ?? [],
  }
}

interface Answerer {
  branch: number
  who: string
  /** Only an owner decides about people. */
  isOwner: boolean
}

const demandRight = (by: Answerer, kind: SharedKind): void => {
  if (kind === 'person' && !by.isOwner) throw new Refusal('notAllowed')
}

/** Sets fields of a thing over what is in force. False: another thing holds a value that only one may have. */
const put = async (
  { ports }: Answering,
  tx: HubTx,
  { branch, who }: Answerer,
  of: { kind: SharedKind; uid: string; base: Versions; set: Fields },
): Promise<boolean> => {
  const { kind, uid, base, set } = of
  const wish = { uid: ports.ids.uuid(), of: { kind, uid }, base, set, who, at: ports.clock.now() }
  return (await applyWish(tx, { id: null, branch }, wish))?.outcome === 'applied'
}

const presentBase = (versions: Versions, set: Fields): Versions =>
  Object.fromEntries(Object.keys(set).map((field) => [field, Math.max(versionOf(versions, field), 1)]))

const answerOffer = async (hub: Answering, tx: HubTx, by: Answerer, answer: OfferAnswer): Promise<void> => {
  const [offer] = await offersOf(tx, by.branch, answer.uid)
  if (!offer) throw new Refusal('absent')
  demandRight(by, offer.kind)
  const { offered, versions, of_uid, kind } = offer
  if (answer.take) {
    const isSeen = offered.every((field) => answer.seen[field] === versionOf(versions, field))
    if (!isSeen) throw new Refusal('changed')
    const wished = JSON.parse(offer.set) as Fields
    const set = Object.fromEntries(offered.map((field) => [field, wished[field] ?? null]))
    const isIn = await put(hub, tx, by, { kind, uid: of_uid, base: presentBase(versions, set), set })
    if (!isIn) throw new Refusal('held')
  }
  await setOffered(tx, offer.uid, [], { who: by.who, at: hub.ports.clock.now() })
}

const pinOf = (body: Fields) => body['pin']

/** An item is switched off and gives up its barcode; its stock stays with it. A customer is merged with its debts. */
const mergeInto = async (hub: Answering, tx: HubTx, by: Answerer, from: string, into: string) => {
  const [loser, keeper] = [await sharedByUid(tx, from), await sharedByUid(tx, into)]
  if (!loser || !keeper) throw new Refusal('absent')
  const { kind, uid, versions, body } = loser
  if (kind === 'customer' && pinOf(body as Fields) && !pinOf(keeper.body as Fields)) throw new Refusal('held')
  const set: Fields = kind === 'customer' ? { merged_into: keeper.uid } : { active: 0, barcode: null }
  if (!(await put(hub, tx, by, { kind, uid, base: presentBase(versions, set), set })))
    throw new Refusal('held')
  const end = { who: by.who, at: hub.ports.clock.now() }
  for (const offer of await openOffers(tx, uid)) await setOffered(tx, offer.uid, [], end)
}

const answerTwins = async (hub: Answering, tx: HubTx, by: Answerer, answer: TwinAnswer): Promise<void> => {
  const { one, other, keep } = answer
  const thing = (await isTwin(tx, by.branch, answer)) ? await sharedByUid(tx, one) : undefined
  if (!thing) throw new Refusal('absent')
  demandRight(by, thing.kind)
  if (keep !== null) {
    if (keep !== one && keep !== other) throw new Refusal('malformed')
    await mergeInto(hub, tx, by, keep === one ? other : one, keep)
  }
  const at = hub.ports.clock.now()
  await answerTwin(tx, answer, keep === null ? 'different' : 'merged', { who: by.who, at })
}

const inTurn = async (hub: Answering, work: (tx: HubTx) => Promise<void>): Promise<void> => {
  await hub.db.transaction().execute(async (tx) => {
    await lockShared(tx)
    await work(tx)
  })
  // All branches share items and customers.
  hub.woken(0)
}

/** Throws {@link Refusal}: absent, changed (somebody changed it since), held (another thing has that value). */
export const takeOfferAnswer = (hub: Answering, by: Answerer, answer: OfferAnswer): Promise<void> =>
  inTurn(hub, (tx) => answerOffer(hub, tx, by, answer))

/** As {@link takeOfferAnswer}. */
export const takeTwinAnswer = (hub: Answering, by: Answerer, answer: TwinAnswer): Promise<void> =>
  inTurn(hub, (tx) => answerTwins(hub, tx, by, answer))

/** Registers a tax letter though tills were not heard of. Throws {@link Refusal}: absent (it does not wait any more). */
export const takeLetterAnswer = ({ signers }: Signing, by: Answerer, { id }: LetterAnswer): void => {
  if (!by.isOwner) throw new Refusal('notAllowed')
  if (!signers.signer(by.branch)?.registerLetter(id)) throw new Refusal('absent')
}
