/** Which till credited what of a sale, by the claim that the hub gave it. */
import { hash } from 'node:crypto'
import { asMade, type Credit, insertDropped, insertMade, originOf } from '../../../db/hub/credits.ts'
import { inheritedBy } from '../../../db/hub/origins.ts'
import type { HubTx } from '../../../db/hub/postgres.ts'
import type { Invoice, InvoiceLine, InvoiceTender } from '../../../db/profile/invoices.ts'
import { type CreditedParts, droppedCredit } from '../../contract/hub/credits.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { FactOrigin, Projection } from './projection.ts'

const partsOf = ({ rows }: Fact): CreditedParts => {
  const lines = (rows?.lines ?? []) as unknown as InvoiceLine[]
  const tenders = (rows?.tenders ?? []) as unknown as InvoiceTender[]
  return {
    total: Number(rows?.row['total']),
    lines: lines.map(({ position, quantity, total, taxable }) => ({
      ...{ position, item: null, quantity, total, taxable },
    })),
    tenders: tenders.map(({ method, amount, reference, tender_id = null, tender_name = null }) => ({
      ...{ method, amount, reference, tender_id, tender_name },
    })),
  }
}

const onAccount = ({ tenders }: CreditedParts): number =>
  tenders.reduce((sum, { method, amount }) => (method === 'credit' ? sum + amount : sum), 0)

/**
 * Names a credit note of an inherited sale that was made without a claim, because the hub was away. Another hub gives the same
 * name: the first till would count the note again under a second one.
 */
const nameOf = ({ uid }: FactOrigin, { rowId }: Fact): string =>
  hash('sha256', `${uid}/${rowId}`, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')

/** A credit note of another till's sale, of one that it inherited, or of one of its own that it had claimed. */
const made = async (tx: HubTx, by: FactOrigin, fact: Fact): Promise<void> => {
  if (fact.rows === null) return
  const { id: holder, branch, uid } = by
  const note = fact.rows.row as unknown as Invoice
  const [seller = '', number = ''] = (note.original_uid ?? `${uid}/${note.original_id ?? ''}`).split('/')
  // Other software may credit a sale that its till does not have.
  if (number === '') return
  const named = { till: seller, id: Number(number) }
  const { till, id } = await asMade(tx, by, await inheritedBy(tx, holder), named)
  const isOwn = till === uid
  const claim = fact.uids.claim ?? (till === seller ? undefined : nameOf(by, fact))
  if (claim === undefined) return
  const parts = partsOf(fact)
  const credit: Omit<Credit, 'state'> = {
    uid: claim,
    branch,
    sale_origin: isOwn ? holder : await originOf(tx, branch, till),
    sale_id: id,
    holder,
    who: note.author_name,
    at: note.sold_at,
    number: note.number,
    note_id: fact.rowId,
    less_owed: onAccount(parts),
    body: JSON.stringify(parts),
  }
  // What a till credits of its own sale is one of its documents.
  await (isOwn ? insertDropped : insertMade)(tx, isOwn ? { ...credit, note_id: null } : credit)
}

const dropped = async (
  tx: HubTx,
  { id: holder, branch }: FactOrigin,
  { content, who, at }: Fact,
): Promise<void> => {
  const { claim, sale } = droppedCredit.parse(JSON.parse(content))
  const none = { number: null, note_id: null, less_owed: 0, body: '{}' }
  const sale_origin = await originOf(tx, branch, sale.till)
  await insertDropped(tx, {
    ...{ uid: claim, branch, sale_origin, sale_id: sale.id, holder, who, at, ...none },
  })
}

export const credits: Projection = {
  kinds: ['creditNote', 'creditDropped'],
  make: async (tx, by, facts) => {
    for (const fact of facts) await (fact.kind === 'creditNote' ? made : dropped)(tx, by, fact)
  },
}
