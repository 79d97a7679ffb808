/**
 * Makes what the hub could not read or make when it came: a till may have been updated before its hub. It was acknowledged,
 * so the till never sends it again. Each start of the hub tries each of these facts once.
 */
import {
  factsAbout,
  type JudgedFact,
  originsWithUnmade,
  type Problem,
  setProblems,
  type Things,
  unmadeFacts,
} from '../../db/hub/facts.ts'
import { lockOrigin } from '../../db/hub/origins.ts'
import type { HubTx } from '../../db/hub/postgres.ts'
import { countedSince, tellStates } from '../../db/hub/projected.ts'
import { actAs } from '../../db/hub/roles.ts'
import { canonicalUids, holdUids, lockShared } from '../../db/hub/shared.ts'
import { lockOutcomes } from '../../db/hub/signers.ts'
import type { Ports } from '../base/ports.ts'
import { outcomeBody } from '../contract/hub/outcome.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { invoiceOf } from '../signer/publish.ts'
import { type Ingesting, repeated, wokenBy } from './ingest.ts'
import { makeOf } from './make.ts'
import { accounts } from './projections/accounts.ts'
import { documents, payments } from './projections/documents.ts'
import { parked } from './projections/parked.ts'
import type { FactOrigin } from './projections/projection.ts'
import { shifts } from './projections/shifts.ts'
import { documentOf, states } from './projections/states.ts'
import { withoutCounted } from './projections/stock.ts'
import { isKnown, problemsOf } from './verify.ts'
import { wireFact } from './wireFact.ts'

/** A fact may have a large document. */
const factsAtOnce = 100

/** The last word counts in these. So later facts are made once more after an earlier one. */
const inOrder = [payments, states, shifts, parked, accounts]
const kindsInOrder = new Set([documents, ...inOrder].flatMap(({ kinds }) => kinds))

const documentIn = (fact: Fact): unknown => {
  if (documents.kinds.includes(fact.kind)) return fact.rowId
  return fact.kind === 'soldOnCredit' ? fact.rows?.row['invoice_id'] : documentOf(fact)
}
const isId = (id: unknown): id is number => Number.isSafeInteger(id)

const thingsOf = (facts: readonly Fact[]): Things => ({
  documents: facts.map(documentIn).filter(isId),
  numbers: facts.map(({ subject }) => subject),
  shifts: facts.flatMap(({ kind, rowId }) => (shifts.kinds.includes(kind) ? [rowId] : [])).filter(isId),
  parked: facts.flatMap(({ kind, content }) =>
    kind === 'parked' ? [(JSON.parse(content) as { uid: string }).uid] : [],
  ),
})

/** Returns the goods of a stock record that a count found before the hub read it, by the uids of their till. */
const countedOf = async (tx: HubTx, by: FactOrigin, { kind, seq, uids }: Fact): Promise<string[]> => {
  if (kind !== 'stockRecord') return []
  const named = Object.values(uids.items).map((uid) => uid.toLowerCase())
  const canonical = await canonicalUids(tx, named)
  const counted = await countedSince(tx, by, seq, [...canonical.values()])
  return named.filter((uid) => counted.has(canonical.get(uid) ?? uid))
}

/** The signer may have sent these documents already. Returns, by a document's id, up to which fact its word counts. */
const tellOutcomes = async (
  tx: HubTx,
  by: FactOrigin,
  made: readonly Fact[],
  outcomes: ReadonlyMap<number, string>,
): Promise<Map<number, number>> => {
  const answered = new Map<number, number>()
  for (const { kind, seq, rowId, hash } of made) {
    const text = documents.kinds.includes(kind) ? outcomes.get(seq) : undefined
    if (text === undefined || rowId === null) continue
    const body = outcomeBody.safeParse(JSON.parse(text)).data
    // A copied till may have another document under these numbers.
    if (!body || (body.hash !== null && body.hash !== hash)) continue
    const { id, state, number, signed } = invoiceOf(body, rowId)
    const { signature = null } = signed ?? {}
    const row = { id, state, authority_number: number, signature, signed: signed && JSON.stringify(signed) }
    await tellStates(tx, { branch: by.branch, origin: by.id }, [row])
    answered.set(id, body.answers)
  }
  return answered
}

/** Documents, shifts, parked sales and accounts are as if these facts had been made before the later ones. */
const makeLaterAgain = async (
  tx: HubTx,
  origin: Parameters<typeof makeOf>[1],
  late: readonly Fact[],
  outcomes: ReadonlyMap<number, string>,
): Promise<void> => {
  const made = late.filter(({ kind }) => kindsInOrder.has(kind))
  const [first] = made
  if (!first) return
  const answered = await tellOutcomes(tx, origin, made, outcomes)
  const facts = (await factsAbout(tx, origin.id, first.seq, thingsOf(made))).map(wireFact)
  const isAnswered = (fact: Fact) => fact.seq <= (answered.get(documentOf(fact) ?? 0) ?? 0)
  await makeOf(
    tx,
    origin,
    facts.filter((fact) => !isAnswered(fact)),
    inOrder,
  )
}

const makeFacts = async (
  tx: HubTx,
  origin: Parameters<typeof makeOf>[1],
  found: readonly JudgedFact[],
  outcomes: ReadonlyMap<number, string>,
): Promise<Fact[]> => {
  const before = new Map(found.map(({ fact, problem }) => [fact.seq, problem ?? '']))
  const facts = found.map(({ fact }) => wireFact(fact)).filter(isKnown)
  // Two transactions that hold uids and then want this lock would wait for each other.
  if (facts.some(({ kind }) => kind === 'wish')) await lockShared(tx)
  await holdUids(tx)
  const counted = new Map<number, string[]>()
  for (const fact of facts) counted.set(fact.seq, await countedOf(tx, origin, fact))
  const countedAt = ({ seq }: Fact) => counted.get(seq) ?? []
  const unmade = await makeOf(
    tx,
    origin,
    facts.map((fact) => withoutCounted(fact, countedAt(fact))),
  )
  for (const fact of facts) {
    const reason = unmade.get(fact.seq)
    const left = countedAt(fact)
    const problems: Problem[] = [
      ...(/^chain(;|$)/.test(before.get(fact.seq) ?? '') ? (['chain'] as const) : []),
      ...problemsOf(fact),
      ...(reason ? [reason] : left.length > 0 ? [`counted: ${left.join(' ')}` as const] : []),
    ]
    await setProblems(tx, origin.id, fact.seq, problems)
  }
  const made = facts.filter(({ seq }) => !unmade.has(seq))
  await makeLaterAgain(tx, origin, made, outcomes)
  return made
}

/** Returns the number of the last fact that was tried, and what was made; undefined: there are no more. */
const makePage = async (
  tx: HubTx,
  id: number,
  after: number,
): Promise<{ last: number; wakes: number | null } | undefined> => {
  const origin = await lockOrigin(tx, id)
  if (!origin) return undefined
  const found = await unmadeFacts(tx, id, after, factsAtOnce)
  const last = found.at(-1)?.fact.seq
  if (last === undefined) return undefined
  const seqs = found.map(({ fact }) => fact.seq)
  const outcomes = await lockOutcomes(tx, id, seqs)
  await actAs(tx, 'hub_ingest', { branch: origin.branch, origin: id })
  const { uid, branch, kind } = origin
  const made = await makeFacts(tx, { id, uid, branch, kind, isLate: true }, found, outcomes)
  return { last, wakes: made.length > 0 ? wokenBy(made, origin) : null }
}

/**
 * Makes what could not be made when it came, as far as this version can. What it still cannot make stays as it is. `closing`:
 * it ends after the transaction that is under way. Never rejects.
 */
export const makeLate = async (
  hub: Ingesting,
  log: Pick<Ports['log'], 'warn'>,
  closing: AbortSignal,
): Promise<void> => {
  const origins = await originsWithUnmade(hub.db).catch((err: unknown) => {
    log.warn({ err }, 'The hub could not look for facts that it did not make')
    return []
  })
  for (const origin of origins)
    try {
      let after = 0
      while (!closing.aborted) {
        const page = await repeated(hub.db, (tx) => makePage(tx, origin, after))
        if (!page) break
        after = page.last
        if (page.wakes !== null) hub.woken(page.wakes)
      }
    } catch (err) {
      log.warn({ err, origin }, 'The hub could not make facts late. It tries again after its next start')
    }
}
