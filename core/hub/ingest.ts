/**
 * Takes in facts of an origin. One transaction: the origin's row is locked, so one request of an origin is taken at a time;
 * facts that the hub has are dropped; the next one must continue the hub's chain. The caller may acknowledge them when
 * this resolves, as they are committed then.
 */
import { factHash, insertFacts, type KeptFact, type Problem } from '../../db/hub/facts.ts'
import { lockOrigin, moveOrigin, type OriginRow } from '../../db/hub/origins.ts'
import { type HubDb, type HubTx, isDeadlock } from '../../db/hub/postgres.ts'
import { actAs } from '../../db/hub/roles.ts'
import type { Fact, FactsPlace, FactsRequest } from '../contract/hub/wire.ts'
import { makeOf } from './make.ts'
import type { FactOrigin } from './projections/projection.ts'
import { follows, isKnown, problemsOf } from './verify.ts'

/** The part of the hub that takes facts in. */
export interface Ingesting {
  db: HubDb
  /** Is called after a commit that tills of the branch may read. */
  woken(branch: number): void
}

export interface Taken {
  status: 200 | 409
  /** The hub's place in the origin's trail. */
  body: FactsPlace
}

/** An origin that is not there, or whose facts are not taken any more. */
export class UnknownOriginError extends Error {}

const mostTries = 5

/** Runs a transaction, again if another one and it waited for each other. */
export const repeated = async <T>(db: HubDb, work: (tx: HubTx) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isDeadlock(error) || tries === mostTries) throw error
    }
}

/** The branch whose tills may read what was made of facts. All branches share items and customers. */
export const wokenBy = (facts: readonly Fact[], { branch }: Pick<FactOrigin, 'branch'>): number =>
  facts.some(({ kind }) => kind === 'wish') ? 0 : branch

const placeOf = ({ acked_seq, acked_hash }: OriginRow): FactsPlace => ({ seq: acked_seq, hash: acked_hash })

/** The facts up to the first gap. */
const dense = (facts: readonly Fact[]): Fact[] => {
  const [first] = facts
  return facts.filter(({ seq }, index) => first && seq === first.seq + index)
}

/** True if what was sent before the new facts is what the hub has there. */
const isSameTrail = async (tx: HubTx, origin: OriginRow, old: Fact | undefined): Promise<boolean> => {
  if (!old || old.seq < origin.start_seq) return true
  const hash = old.seq === origin.acked_seq ? origin.acked_hash : await factHash(tx, origin.id, old.seq)
  return hash === undefined || hash === old.hash
}

/** True if the first new fact stands where the hub is. A till that names its own row there may have a broken chain. */
const continues = ({ acked_seq, acked_hash }: OriginRow, first: Fact, request: FactsRequest): boolean => {
  if (first.seq !== acked_seq + 1) return false
  const { after, facts } = request
  const named = after?.seq === acked_seq ? after.hash : facts.find(({ seq }) => seq === acked_seq)?.hash
  return named === undefined ? follows(acked_hash, first) : named === acked_hash
}

const kept = ({ rows, uids, ...fact }: Fact): KeptFact => ({
  ...fact,
  rows: rows && JSON.stringify(rows),
  uids: JSON.stringify(uids),
})

const store = async (tx: HubTx, origin: OriginRow, facts: readonly Fact[], found: Found): Promise<void> => {
  const unmade = await makeOf(tx, origin, facts.filter(isKnown))
  let before = origin.acked_hash
  const rows = facts.map((fact) => {
    const isBroken = !follows(before, fact)
    before = fact.hash
    const reason = unmade.get(fact.seq)
    const problems: Problem[] = [
      ...(isBroken ? (['chain'] as const) : []),
      ...(found.get(fact) ?? []),
      ...(reason ? [reason] : []),
    ]
    return { fact: kept(fact), problems }
  })
  await insertFacts(tx, origin.id, rows)
}

/** What each fact of a request says of itself; looked at before anything is locked. */
type Found = Map<Fact, Problem[]>

/** Whose facts they are. `isEnded`: also those of a till that was ended. */
type Taking = Pick<FactOrigin, 'id' | 'branch'> & { isEnded?: boolean }

const take = async (
  tx: HubTx,
  { id, branch, isEnded = false }: Taking,
  request: FactsRequest,
  found: Found,
): Promise<Taken> => {
  await actAs(tx, 'hub_ingest', { branch, origin: id })
  const origin = await lockOrigin(tx, id)
  if (!origin || (origin.revoked_at !== null && !isEnded))
    throw new UnknownOriginError(`There is no origin ${id}`)
  if (origin.durable === 'off')
    throw new Error('The server has synchronous_commit=off, so a sale could be lost after its receipt')
  const sent = dense(request.facts)
  const old = sent.findLast(({ seq }) => seq <= origin.acked_seq)
  const next = sent.filter(({ seq }) => seq > origin.acked_seq)
  const here = placeOf(origin)
  if (!(await isSameTrail(tx, origin, old))) return { status: 409, body: here }
  const [first] = next
  const last = next.at(-1)
  if (!first || !last) return { status: 200, body: here }
  if (!continues(origin, first, request)) return { status: 409, body: here }
  await store(tx, origin, next, found)
  const place = { seq: last.seq, hash: last.hash }
  await moveOrigin(tx, id, place)
  return { status: 200, body: place }
}

/**
 * Takes in a request of an origin. `origin` is the token's, never the body's. 200: the hub has all that was sent, up to
 * `body`, and on disk. 409: it needs what comes after `body`, or the origin's trail is another one there. Rejects with {@link
 * UnknownOriginError}, or if the database cannot be written; then nothing was taken.
 */
export const ingest = async (hub: Ingesting, origin: Taking, request: FactsRequest): Promise<Taken> => {
  const found: Found = new Map(request.facts.map((fact) => [fact, problemsOf(fact)]))
  const taken = await repeated(hub.db, (tx) => take(tx, origin, request, found))
  hub.woken(wokenBy(request.facts, origin))
  return taken
}
