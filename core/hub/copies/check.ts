/**
 * Verifies a hub's database: the chain and the digest of each fact once more, and that sums are the sums of facts. Reads
 * one moment, beside a hub that runs or not. Memory holds the sums of one till and of one branch.
 */
import { inOneMoment } from '../../../db/hub/copy.ts'
import { countedIn, factsWithProblems, isUnmade, type JudgedFact } from '../../../db/hub/facts.ts'
import type { OriginRow } from '../../../db/hub/origins.ts'
import type { HubDb, HubTx } from '../../../db/hub/postgres.ts'
import {
  allAliases,
  allOrigins,
  type DayTill,
  dayTillsOf,
  levelsOf,
  otherTaxesByOrigin,
  type RowSum,
  sumsByOrigin,
} from '../../../db/hub/sums.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import { dayOf } from '../projections/documents.ts'
import { addMovements, withoutCounted } from '../projections/stock.ts'
import { follows, isKnown, problemsOf } from '../verify.ts'
import { wireFact } from '../wireFact.ts'
import { demandHub } from './backup.ts'

export interface CheckReport {
  tills: number
  facts: number
  documents: number
  /** Marked when they came in: what the tills' own books have. */
  marked: number
  /** What is wrong here, in plain words; no more than {@link mostWrong}. */
  wrong: string[]
}

const mostWrong = 100
/** A fact may have a large document. */
const factsAtOnce = 100

interface Trail {
  facts: number
  marked: number
  invoices: RowSum
  lines: RowSum
  tenders: RowSum
  days: Map<string, DayTill>
}

interface Checking {
  tx: HubTx
  aliases: Map<string, string>
  say(text: string): void
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const keyOf = ({ day, kind, method }: Pick<DayTill, 'day' | 'kind' | 'method'>): string =>
  `${day} ${kind} ${method}`.trim()

const addDocument = (trail: Trail, origin: OriginRow, { kind, rowId, rows }: Fact): void => {
  if ((kind !== 'sale' && kind !== 'creditNote') || rows === null || rowId === null) return
  const { row, lines = [], tenders = [] } = rows
  const day = dayOf(String(row['day']))
  const method = String(row['payment_method'] ?? '')
  const key = keyOf({ day, kind, method })
  const sum = trail.days.get(key) ?? {
    ...{ day, branch: origin.branch, origin: origin.id, kind, method },
    ...{ documents: 0, total: 0, taxable: 0, tax: 0 },
  }
  const [total, taxable, tax] = [numberOf(row['total']), numberOf(row['taxable']), numberOf(row['tax'])]
  trail.days.set(key, {
    ...sum,
    documents: sum.documents + 1,
    total: sum.total + total,
    taxable: sum.taxable + taxable,
    tax: sum.tax + tax,
  })
  trail.invoices.rows += 1
  trail.invoices.total += total
  trail.lines.rows += lines.length
  trail.lines.total += lines.reduce((all, line) => all + numberOf(line['total']), 0)
  addTenders(trail, tenders)
}

const addTenders = ({ tenders: sum }: Trail, tenders: readonly Record<string, unknown>[], sign = 1): void => {
  sum.rows += sign * tenders.length
  sum.total += sign * tenders.reduce((all, tender) => all + numberOf(tender['amount']), 0)
}

/** A manager corrected how a sale was paid. */
const changePayment = (trail: Trail, { kind, content }: Fact): void => {
  if (kind !== 'paymentChanged') return
  const { was, is } = JSON.parse(content) as Record<'was' | 'is', Record<string, unknown>[]>
  addTenders(trail, was, -1)
  addTenders(trail, is)
}

const checkFact = (
  say: (text: string) => void,
  before: { seq: number; hash: string },
  fact: Fact,
  problem: string,
): void => {
  const found = [...(follows(before.hash, fact) ? [] : ['chain']), ...problemsOf(fact)]
  const isNew = (mark: string) => found.includes(mark) && !problem.split('; ').includes(mark)
  if (fact.seq !== before.seq + 1) say(`facts ${before.seq + 1} to ${fact.seq - 1} are missing`)
  else if (isNew('chain')) say(`fact ${fact.seq} was changed`)
  else if (isNew('content')) say(`the document of fact ${fact.seq} was changed`)
}

const checkTrail = async (
  checking: Checking,
  origin: OriginRow,
  moved: Map<string, number>,
): Promise<Trail> => {
  const say = (text: string) => checking.say(`${origin.name}: ${text}`)
  const none = () => ({ rows: 0, total: 0 })
  const trail: Trail = {
    facts: 0,
    marked: 0,
    invoices: none(),
    lines: none(),
    tenders: none(),
    days: new Map(),
  }
  let before = { seq: origin.start_seq, hash: origin.start_hash }
  const take = ({ fact: kept, problem }: JudgedFact): void => {
    const fact = wireFact(kept)
    checkFact(say, before, fact, problem ?? '')
    before = { seq: fact.seq, hash: fact.hash }
    trail.facts += 1
    if (problem !== null) trail.marked += 1
    if (origin.kind !== 'till' || isUnmade(problem) || !isKnown(fact)) return
    addDocument(trail, origin, fact)
    changePayment(trail, fact)
    if (fact.kind === 'stockRecord') addMovements(moved, withoutCounted(fact, countedIn(problem)))
  }
  for (;;) {
    const facts = await factsWithProblems(checking.tx, origin.id, before.seq, factsAtOnce)
    for (const each of facts) take(each)
    if (facts.length < factsAtOnce) break
  }
  if (before.seq !== origin.acked_seq || before.hash !== origin.acked_hash)
    say(`the hub says that it has facts up to ${origin.acked_seq}, and has them up to ${before.seq}`)
  return trail
}

const checkSums = async ({ tx, say }: Checking, origin: OriginRow, { days }: Trail): Promise<void> => {
  const kept = new Map((await dayTillsOf(tx, origin.id)).map((sum) => [keyOf(sum), sum]))
  for (const key of new Set([...days.keys(), ...kept.keys()])) {
    const [is, made] = [kept.get(key), days.get(key)]
    const differs = (['documents', 'total', 'taxable', 'tax'] as const).find(
      (name) => is?.[name] !== made?.[name],
    )
    if (differs)
      say(
        `${origin.name}: the sum of ${key} has ${differs} ${is?.[differs] ?? 0}, and its documents have ${made?.[differs] ?? 0}`,
      )
  }
}

const checkRows = (
  { say }: Checking,
  { name }: OriginRow,
  what: string,
  is: RowSum = { rows: 0, total: 0 },
  made: RowSum,
): void => {
  if (is.rows !== made.rows || is.total !== made.total)
    say(
      `${name}: there are ${is.rows} ${what} of ${is.total} cents, and its facts have ${made.rows} of ${made.total}`,
    )
}

const checkLevels = async ({ tx, aliases, say }: Checking, branch: number, moved: Map<string, number>) => {
  const sums = new Map<string, number>()
  for (const [uid, quantity] of moved) {
    const item = aliases.get(uid) ?? uid
    sums.set(item, (sums.get(item) ?? 0) + quantity)
  }
  const levels = await levelsOf(tx, branch)
  for (const item of new Set([...levels.keys(), ...sums.keys()])) {
    const [is, sum] = [levels.get(item) ?? 0, sums.get(item) ?? 0]
    if (is !== sum)
      say(`branch ${branch}: item ${item} has ${is} hundredths on hand, and its movements give ${sum}`)
  }
}

/** Reads everything. It takes some minutes for a million facts. */
export const checkHub = async (db: HubDb): Promise<CheckReport> => {
  await demandHub(db)
  return inOneMoment(db, async (tx) => {
    const report: CheckReport = { tills: 0, facts: 0, documents: 0, marked: 0, wrong: [] }
    const say = (text: string): void => {
      if (report.wrong.length < mostWrong) report.wrong.push(text)
    }
    const checking: Checking = { tx, say, aliases: await allAliases(tx) }
    const invoices = await sumsByOrigin(tx, 'invoice')
    const lines = await sumsByOrigin(tx, 'invoice_line')
    const tenders = await sumsByOrigin(tx, 'tender')
    const otherTaxes = await otherTaxesByOrigin(tx)
    for (const [branch, origins] of Map.groupBy(await allOrigins(tx), (each) => each.branch)) {
      const moved = new Map<string, number>()
      for (const origin of origins) {
        const trail = await checkTrail(checking, origin, moved)
        await checkSums(checking, origin, trail)
        checkRows(checking, origin, 'documents', invoices.get(origin.id), trail.invoices)
        checkRows(checking, origin, 'lines', lines.get(origin.id), trail.lines)
        checkRows(checking, origin, 'payments', tenders.get(origin.id), trail.tenders)
        const others = otherTaxes.get(origin.id)
        if (others) say(`${origin.name}: ${others} documents have other sums by tax letter than their lines`)
        report.tills += origin.kind === 'till' ? 1 : 0
        report.facts += trail.facts
        report.marked += trail.marked
        report.documents += trail.invoices.rows
      }
      await checkLevels(checking, branch, moved)
    }
    return report
  })
}
