/**
 * A linked till claims what it credits at its hub, so that no two tills give back the same goods. It claims what it planned by
 * the sale as the hub has it then; if somebody was faster, it looks and plans again.
 */
import { hubLinkRow, isSignedByHub } from '../../../db/profile/hubLink.ts'
import {
  beginClaim,
  dropClaim,
  dropOpenClaims,
  dropOtherClaims,
  endClaim,
  otherNoteOf,
  otherSale,
  putOtherSale,
  setOtherNotes,
} from '../../../db/profile/otherSales.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { BranchSale, CreditedParts, SaleName } from '../../contract/hub/credits.ts'
import type { ShopContext } from '../context.ts'
import type { CreditPlan } from './creditTillSale.ts'
import { linesOfSale, originalOf } from './original.ts'

/** A plan, and what the hub gave for it; null: it was not asked. */
export interface ClaimedPlan {
  plan: CreditPlan
  claim: string | null
}

/** Others may be faster so often. */
const mostTries = 5

const uidOf = ({ till, id }: SaleName): string => `${till}/${id}`

/** Keeps what the hub told of a sale. Returns its id here: below 0 for one of another till. */
export const keepTold = ({ db, profile }: Pick<ShopContext, 'db' | 'profile'>, told: BranchSale): number =>
  db.transaction(() => {
    const own = hubLinkRow(db)?.origin
    const isOwn = told.till === own
    const id = isOwn ? told.id : putOtherSale(db, uidOf(told), JSON.stringify(told), profile.now())
    const others = told.credits.filter(({ till }) => till !== own)
    setOtherNotes(
      db,
      id,
      others.map((credit) => otherNoteOf(db, id, linesOfSale(db, id), credit)),
    )
    return id
  })

const partsOf = ({ lines, back, amount }: CreditPlan): CreditedParts => ({
  total: amount,
  lines: lines.map(({ kept: { position = null, quantity, total, taxable } }) => ({
    ...{ position, item: null, quantity, total, taxable },
  })),
  tenders: back.map(({ method, amount, reference, tender_id = null, tender_name = null }) => ({
    ...{ method, amount, reference, tender_id, tender_name },
  })),
})

/** Says where a sale of another till can be credited. */
const notNow = ({ db }: ShopContext, saleId: number) => {
  const original = originalOf(db, saleId)
  const [number, till] = [original?.sale.number ?? '', original?.other?.till ?? '']
  return fail(
    '003',
    'invoice.madeElsewhere',
    `The hub does not answer, and till ${till} made sale ${number}. Credit it there, or when the hub is back.`,
    { field: 'id', params: { number, till } },
  )
}

const signsItself = ({ db }: ShopContext, saleId: number) => {
  const till = originalOf(db, saleId)?.other?.till ?? ''
  return fail(
    '003',
    'invoice.signsItself',
    `Another till made this sale, and this till signs with its own device. Credit it at till ${till}.`,
    { field: 'id', params: { till } },
  )
}

const changes = () =>
  fail(
    '003',
    'invoice.saleChanges',
    'Other tills change this sale now. Wait a moment, then look at it again.',
    {
      field: 'id',
    },
  )

const tooOften = () =>
  fail(
    '003',
    'invoice.lookedTooOften',
    'The hub takes no more look-ups of this till now. Wait a minute, then try again.',
    {
      field: 'id',
    },
  )

/** Asks for one plan. */
const askOnce = async (
  { db, profile, ports, actor }: ShopContext,
  { sale, told, plan }: { sale: SaleName; told: BranchSale; plan: CreditPlan },
): Promise<{ claim: string; is: 'granted' | 'unsure' | 'changed' }> => {
  const uid = ports.ids.uuid()
  beginClaim(db, { uid, sale: uidOf(sale) })
  // A till that is killed after it has asked drops the claim at its next start.
  await db.durable()
  const { claim } = await import('../../link/claims.ts')
  const { outcome } = await claim(profile.link, {
    what: 'credit',
    request: uid,
    who: authorOf(actor).name,
    sale,
    version: told.version,
    credit: partsOf(plan),
  })
  if (outcome === 'granted') return { claim: uid, is: 'granted' }
  if (outcome === 'away') return { claim: uid, is: 'unsure' }
  endClaim(db, uid)
  return { claim: uid, is: 'changed' }
}

/** By whom a claim is dropped, for the audit trail. */
const droppedBy = ({ actor, profile }: ShopContext) => ({ at: profile.now(), who: whoOf(actor) })

/** No credit note comes of it. Another till may have what it was for. */
const release = (context: ShopContext, sale: SaleName, claim: string | null): void => {
  if (claim !== null && dropClaim(context.db, { uid: claim, sale: uidOf(sale) }, droppedBy(context)))
    context.profile.emit({ type: 'queue.changed' })
}

interface Crediting {
  saleId: number
  /** Plans by what the till knows of the sale now. */
  planning(): Reply<CreditPlan>
  /** Whether the person may do it. Otherwise nothing is claimed. */
  may(plan: CreditPlan): Reply<unknown>
}

const claimAt = async (
  context: ShopContext,
  sale: SaleName,
  { saleId, planning, may }: Crediting,
): Promise<Reply<ClaimedPlan>> => {
  const { db, profile } = context
  const isOther = saleId < 0
  dropOpenClaims(db, droppedBy(context), uidOf(sale))
  const { askForSales } = await import('../../link/sales.ts')
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const heard = await askForSales(profile.link, sale)
    if (heard.is === 'busy' && isOther) return tooOften()
    const told = heard.is === 'found' ? heard.sales[0] : undefined
    // A hub that does not know the sale has told no other till of it.
    if (!told && isOther) return notNow(context, saleId)
    if (told) keepTold(context, told)
    else dropOtherClaims(db, saleId)
    const plan = planning()
    if (!plan.ok) return plan
    const allowed = may(plan.data)
    if (!allowed.ok) return { ok: false, error: allowed.error }
    if (!told) return ok({ plan: plan.data, claim: null })
    const { claim, is } = await askOnce(context, { sale, told, plan: plan.data })
    // The hub may have given it. Its own sale a till credits also without the hub.
    if (is === 'granted' || (is === 'unsure' && !isOther)) return ok({ plan: plan.data, claim })
    if (is === 'unsure') {
      release(context, sale, claim)
      return notNow(context, saleId)
    }
  }
  return changes()
}

/** A till credits a sale once at a time: by the sale. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Claims what is credited of a sale, if other tills may credit it too, and does the work with it. Without its hub a till
 * credits only its own sales. What comes to nothing is released.
 */
export const creditClaimed = async <T>(
  context: ShopContext,
  crediting: Crediting,
  work: (claimed: ClaimedPlan) => Reply<T>,
): Promise<Reply<T>> => {
  const { db } = context
  const { saleId } = crediting
  const link = hubLinkRow(db)
  const other = otherSale(db, saleId)
  if (!link || !isSignedByHub(db)) {
    if (other) return link ? signsItself(context, saleId) : notNow(context, saleId)
    const plan = crediting.planning()
    return plan.ok ? work({ plan: plan.data, claim: null }) : plan
  }
  const [till = link.origin, id = saleId] = other?.uid.split('/') ?? []
  const sale = { till, id: Number(id) }
  const before = turns.get(uidOf(sale)) ?? Promise.resolve()
  const doIt = async (): Promise<Reply<T>> => {
    const claimed = await claimAt(context, sale, crediting)
    if (!claimed.ok) return claimed
    try {
      // Other software may have credited the sale at this till meanwhile.
      const present = crediting.planning()
      if (!present.ok) return present
      const isSame = JSON.stringify(partsOf(present.data)) === JSON.stringify(partsOf(claimed.data.plan))
      return isSame ? work(claimed.data) : changes()
    } finally {
      // Nothing if a credit note has come of it.
      release(context, sale, claimed.data.claim)
    }
  }
  const turn = before.then(doIt, doIt)
  turns.set(uidOf(sale), turn)
  try {
    return await turn
  } finally {
    if (turns.get(uidOf(sale)) === turn) turns.delete(uidOf(sale))
  }
}
