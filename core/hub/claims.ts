/** Gives tills what only one may take. */
import type { FastifyInstance } from 'fastify'
import { lockParked, setHolder, takeClaim } from '../../db/hub/claims.ts'
import { asMade, creditByUid, insertClaim, lockSale } from '../../db/hub/credits.ts'
import { holdOrigin, inheritedBy } from '../../db/hub/origins.ts'
import type { HubDb, HubTx } from '../../db/hub/postgres.ts'
import {
  type ClaimAnswer,
  type ClaimRequest,
  type CreditClaim,
  claimRequest,
  type ParkedClaim,
} from '../contract/hub/counter.ts'
import { branchSaleOf } from './documents.ts'
import type { Caller, Door } from './door.ts'
import { Refusal } from './failures.ts'
import { parse, tillOf } from './requests.ts'

/** Bytes. A credit note may have hundreds of lines. */
const largestClaim = 256 * 1024

/**
 * A sale whose fact has not come can be claimed too: its till resumes it before the hub hears that it was parked, or the
 * hub was put back from a backup.
 */
const takeParked = async (
  tx: HubTx,
  till: Pick<Caller, 'id' | 'branch'>,
  { uid, request, who, what }: ParkedClaim,
  at: number,
): Promise<ClaimAnswer> => {
  const sale = await lockParked(tx, uid)
  if (sale && sale.branch !== till.branch) throw new Refusal('notFound')
  if (sale?.open === false) return { outcome: 'gone', till: sale.till, who: sale.taker }
  const has = await takeClaim(tx, { what, uid, holder: till.id, who, request, at })
  if (has.holder !== till.id) return { outcome: 'held', till: has.till, who: has.who }
  if (sale && sale.holder !== till.id) await setHolder(tx, uid, till.id, who)
  return { outcome: 'granted' }
}

/**
 * A till may credit a part of a sale if it knows the sale as it is now, with all that others credited or claimed. So two
 * tills that claim the same part do not both get it.
 */
const takeCredit = async (
  tx: HubTx,
  till: Pick<Caller, 'id' | 'branch'>,
  { request, who, sale, version, credit }: CreditClaim,
  at: number,
): Promise<ClaimAnswer> => {
  // A credit note of the sale's own till that comes in now would be seen by half.
  const inherited = await inheritedBy(tx, till.id)
  const made = await asMade(tx, till, inherited, sale)
  await holdOrigin(tx, made.till)
  const row = await lockSale(tx, till.branch, made)
  const known = await creditByUid(tx, request)
  if (known) {
    const isHeld = known.holder === till.id && known.state !== 'dropped'
    return isHeld ? { outcome: 'granted' } : { outcome: 'gone', till: null, who: null }
  }
  const present = row && (await branchSaleOf(tx, till.branch, row, inherited))
  if (!present || present.version !== version) return { outcome: 'changed' }
  await insertClaim(tx, {
    ...{ uid: request, branch: till.branch, sale_origin: row.origin, sale_id: row.id, holder: till.id },
    ...{ who, at, less_owed: 0, body: JSON.stringify(credit) },
  })
  return { outcome: 'granted' }
}

/** One transaction: two tills that claim at once wait for each other at the sale or at its claim. */
export const claim = (
  { db }: { db: HubDb },
  till: Pick<Caller, 'id' | 'branch'>,
  request: ClaimRequest,
  at: number,
): Promise<ClaimAnswer> =>
  db
    .transaction()
    .execute((tx) =>
      request.what === 'parked' ? takeParked(tx, till, request, at) : takeCredit(tx, till, request, at),
    )

export const addClaimRoutes = (app: FastifyInstance, { hub }: Pick<Door, 'hub'>): void => {
  const options = { config: { access: 'till' }, bodyLimit: largestClaim } as const
  app.post('/hub/v1/claims', options, async (request): Promise<ClaimAnswer> => {
    const till = tillOf(request)
    const answer = await claim(hub, till, parse(claimRequest, request.body), hub.ports.clock.now())
    if (answer.outcome === 'granted') hub.woken(till.branch)
    return answer
  })
}
