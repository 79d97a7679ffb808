/**
 * Tells the hub how the tills' documents ended. A trigger notes each change in the signer's database, so what a killed
 * signer did not tell is told after the next start.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { type Levels, outcomesOf, type Seat, storeOutcomes, type TellOutcome } from '../../db/hub/signers.ts'
import { type ItemRow, itemById } from '../../db/profile/items.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import type { SignatureRow } from '../../db/profile/signatures.ts'
import { waitsForAuthority } from '../../db/profile/stock.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import { askersOf, dueOutcomes, origins, outcomeTold } from '../../db/profile/taken.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'
import { outcomeOf } from '../link/outcomeOf.ts'
import { movedAtAuthority } from '../queue/settle.ts'
import { type Epochs, type FactOf, missingNow, nextLevel } from './contained.ts'

/** Outcomes in a transaction. */
const atOnce = 100

/** The row that the till will store, and tell the hub when it comes. */
const signedOf = (
  { signature, scuId, mrcNo, at }: OutcomeBody,
  row: Pick<SignatureRow, 'invoice_id' | 'authority_number'>,
): SignatureRow | null =>
  signature && {
    ...row,
    receipt_number: signature.receiptNumber,
    total_receipt_number: signature.totalReceiptNumber,
    internal_data: signature.internalData,
    signature: signature.signature,
    signed_at: signature.signedAt,
    scu_id: scuId,
    mrc_no: mrcNo,
    entered_by: null,
    stored_at: at,
  }

/** What an outcome says of a sale or a credit note, by its id at the till. */
export const invoiceOf = (body: OutcomeBody, id: number): NonNullable<TellOutcome['invoice']> => {
  const { state, number } = body
  return {
    id,
    state: state === 'held' ? 'waiting' : state,
    number,
    signed: number === null ? null : signedOf(body, { invoice_id: id, authority_number: number }),
  }
}

/**
 * What the authority has of these items, if they are registered. Call it inside a transaction. `accepted`: by item, the
 * stock records that the authority has since it was called last.
 */
export const levelsOfItems = (
  db: Db,
  items: readonly ItemRow[],
  epochs: Epochs,
  accepted: ReadonlyMap<number, readonly FactOf[]> = new Map(),
): Levels => {
  const missing = missingNow(db)
  const places = Object.fromEntries(origins(db).map(({ uid, seq }) => [uid, seq]))
  return new Map(
    items.flatMap((item) => {
      const { id, uid, authority_on_hand: onHand, authority_code, registration } = item
      const code = registration === 'registered' ? authority_code : null
      const settled = waitsForAuthority(db, id) ? null : places
      const contained = nextLevel(db, item, { ...epochs, accepted: accepted.get(id) ?? [], missing })
      return [[uid, { onHand, code, settled, contained }]]
    }),
  )
}

/** The items whose stock or code at the authority a row changed, with both. Call it inside a transaction. */
const levelsOf = (db: Db, rows: readonly Submission[], epochs: Epochs): Levels => {
  const accepted = new Map<number, FactOf[]>()
  const note = (id: number, facts: readonly FactOf[]) =>
    accepted.set(id, [...(accepted.get(id) ?? []), ...facts])
  for (const row of rows) {
    if (row.state !== 'accepted' && row.state !== 'withdrawn') continue
    if (row.item_id !== null && (row.kind === 'item' || row.kind === 'stockMaster')) note(row.item_id, [])
    if (row.kind !== 'stockRecord') continue
    const facts = row.state === 'accepted' ? askersOf(db, row.id) : []
    for (const { item_id } of movedAtAuthority(db, row)) note(item_id, facts)
  }
  return levelsOfItems(
    db,
    [...accepted.keys()].flatMap((id) => itemById(db, id) ?? []),
    epochs,
    accepted,
  )
}

/** Returns what a till is told of a row of ours; one for each document that it answers. */
export const outcomesOfRow = (db: Db, row: Submission): TellOutcome[] =>
  askersOf(db, row.id).map((asker) => {
    const body = outcomeOf(db, row, asker)
    return {
      origin: asker.uid,
      name: asker.name,
      seq: asker.seq,
      body: JSON.stringify(body),
      hash: asker.hash,
      settled: body.state !== 'held',
      invoice: asker.document === 'invoice' ? invoiceOf(body, asker.local_id) : null,
    }
  })

/** The setting with the outcome that the hub was told last. */
const toldSetting = 'told'

interface Told {
  origin: string
  seq: number
  body: string
}

/** True if the hub has the outcome that it was told last. A hub that was put back from a backup of before lacks it. */
export const hasLastOutcome = async (db: Db, hub: HubDb): Promise<boolean> => {
  const told = readSetting(db, toldSetting) as Told | undefined
  if (!told) return true
  const there = await outcomesOf(hub, told.origin, { after: told.seq - 1, upTo: told.seq })
  return there.get(told.seq) === told.body
}

/** Tells the hub the next outcomes that it does not have. Returns how many rows they were about; 0: it has all. */
export const publishOutcomes = async (
  db: Db,
  hub: HubDb,
  seat: Pick<Seat, 'branch' | 'epoch'> & Epochs,
): Promise<number> => {
  const due = dueOutcomes(db, atOnce)
  if (due.length === 0) return 0
  const rows = due.flatMap(({ submission_id }) => submission(db, submission_id) ?? [])
  const outcomes = rows.flatMap((row) => outcomesOfRow(db, row))
  const levels = db.transaction(() => levelsOf(db, rows, seat))
  // A number that the hub is told must survive a lost database.
  await db.durable()
  await storeOutcomes(hub, seat, outcomes, levels)
  db.transaction(() => {
    for (const each of due) outcomeTold(db, each)
    const last = outcomes.at(-1)
    if (last) writeSetting(db, toldSetting, { origin: last.origin, seq: last.seq, body: last.body })
  })
  return due.length
}
