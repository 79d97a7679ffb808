/** What customers owe at each till: sold on credit, less credit notes and payments. */
import {
  type AccountMove,
  customersOfDocuments,
  customersOfPaid,
  customersOfSales,
  putEarlierAccounts,
  putMoves,
  sumAccounts,
} from '../../../db/hub/accounts.ts'
import { salesOfNotes } from '../../../db/hub/credits.ts'
import type { HubTx } from '../../../db/hub/postgres.ts'
import { asOwner } from '../../../db/hub/roles.ts'
import { canonicalUids, holdUids } from '../../../db/hub/shared.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { FactOrigin, Projection } from './projection.ts'

/** A document that was withdrawn counts for nothing, until it comes back. */
const states = ['withdrawn', 'resent', 'signed', 'unsigned', 'signatureEntered'] as const

const numberOf = (value: unknown): number => {
  if (!Number.isSafeInteger(value)) throw new Error(`An account has ${value}, which is no number`)
  return Number(value)
}

const customerOf = ({ rows, uids }: Fact): string => {
  const id = rows?.row['customer_id']
  const uid = uids.customers[String(id)]
  if (uid === undefined) throw new Error(`The till gave no uid for its customer ${id}`)
  return uid
}

const sold = (origin: number, fact: Fact): AccountMove => {
  const { invoice_id, credit } = fact.rows?.row ?? {}
  const id = numberOf(invoice_id)
  return { origin, kind: 'sale', id, customer: customerOf(fact), change: numberOf(credit), invoice: id }
}

/**
 * Only what was sold on an account can be paid off it, or credited to it. Sales of before there were accounts are not told.
 * The rest of a payment, beyond its parts, is for sales of other tills.
 */
const lessOf = async (tx: HubTx, origin: number, fact: Fact): Promise<AccountMove | null> => {
  const { row, tenders = [], parts = [] } = fact.rows ?? { row: {} }
  if (fact.kind !== 'creditNote') {
    const paid = await customersOfPaid(
      tx,
      origin,
      parts.map(({ invoice_id }) => numberOf(invoice_id)),
    )
    const amount = parts.reduce(
      (left, part) => left - (paid.has(numberOf(part['invoice_id'])) ? 0 : numberOf(part['amount'])),
      numberOf(row['amount']),
    )
    const id = numberOf(fact.rowId)
    return { origin, kind: 'entry', id, customer: customerOf(fact), change: -amount, invoice: null }
  }
  const credit = tenders
    .filter(({ method }) => method === 'credit')
    .reduce((sum, { amount }) => sum + numberOf(amount), 0)
  if (credit === 0) return null
  const original = numberOf(row['original_id'])
  const customer = (await customersOfSales(tx, origin, [original])).get(original)
  const id = numberOf(fact.rowId)
  return customer === undefined
    ? null
    : { origin, kind: 'creditNote', id, customer, change: -credit, invoice: id }
}

const keep = async (tx: HubTx, move: AccountMove): Promise<string> => {
  const customer = (await canonicalUids(tx, [move.customer])).get(move.customer) ?? move.customer
  await putMoves(tx, [{ ...move, customer }])
  return customer
}

const documentOf = ({ kind, rows, rowId }: Fact): number[] => {
  const isOfQueue = kind === 'withdrawn' || kind === 'resent'
  const id = isOfQueue ? rows?.row['invoice_id'] : rowId
  return typeof id === 'number' ? [id] : []
}

/** A sale on an account stays its till's, also if another till credits it. */
const sumOfOthers = (tx: HubTx, { id: holder, branch }: FactOrigin, notes: readonly number[]) =>
  asOwner(tx, async () => {
    for (const { sale_origin: origin, sale_id } of await salesOfNotes(tx, holder, notes))
      await sumAccounts(tx, { origin, branch }, await customersOfDocuments(tx, origin, [sale_id]))
  })

export const accounts: Projection = {
  kinds: ['soldOnCredit', 'creditNote', 'accountPaid', 'paidBefore', ...states],
  make: async (tx, by: FactOrigin, facts) => {
    const { id: origin, branch } = by
    await holdUids(tx)
    const touched = new Set<string>()
    for (const fact of facts) {
      if ((states as readonly string[]).includes(fact.kind) || fact.rows === null) continue
      const move = fact.kind === 'soldOnCredit' ? sold(origin, fact) : await lessOf(tx, origin, fact)
      if (move) touched.add(await keep(tx, move))
    }
    const settled = facts.filter(({ kind }) => (states as readonly string[]).includes(kind))
    const documents = settled.flatMap(documentOf)
    if (documents.length > 0)
      for (const customer of await customersOfDocuments(tx, origin, documents)) touched.add(customer)
    await sumAccounts(tx, { origin, branch }, [...touched])
    if (touched.size > 0) await asOwner(tx, () => putEarlierAccounts(tx, origin, [...touched]))
    const notes = facts.flatMap(({ kind, rowId }) => (kind === 'creditNote' && rowId !== null ? [rowId] : []))
    if (notes.length + documents.length > 0) await sumOfOthers(tx, by, [...notes, ...documents])
  },
}
