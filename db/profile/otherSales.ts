/**
 * Sales of other tills of the branch, as the hub told them, and what other tills credited. A sale of another till has an id
 * below 0 here: it is no document of this till, and counts in no sum.
 */
import { type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit, type Reader } from './audit.ts'
import type { Invoice, InvoiceLine } from './invoices.ts'
import { itemByUid } from './items.ts'
import type { Tender } from './paymentChanges.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type OtherSale = Selectable<ProfileSchema['other_sale']>
export type OtherNote = ProfileSchema['other_note']
type OpenClaim = Pick<ProfileSchema['credit_claim'], 'uid' | 'sale'>

const byId = prepare((p: { id: number }) =>
  profile.selectFrom('other_sale').selectAll().where('id', '=', p.id),
)
const byUid = prepare((p: { uid: string }) =>
  profile.selectFrom('other_sale').selectAll().where('uid', '=', p.uid),
)

/** `id`: below 0. */
export const otherSale = (db: Reader, id: number): OtherSale | undefined =>
  id < 0 ? db.first(byId({ id: -id })) : undefined

/** Milliseconds. A sale that was looked up and not credited is kept so long. */
const keptMs = 24 * 3_600_000

/** Keeps what the hub told of a sale. Returns its id here, below 0. */
export const putOtherSale = (db: Db, uid: string, body: string, now: number): number => {
  const told = { body, told_at: now }
  db.run(
    profile
      .insertInto('other_sale')
      .values({ uid, ...told })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(told)),
  )
  const credited = profile
    .selectFrom('invoice')
    .select('original_uid')
    .where('original_uid', 'is not', null)
    .$castTo<{ original_uid: string }>()
  const old = profile
    .selectFrom('other_sale')
    .select('id')
    .where('told_at', '<', now - keptMs)
    .where('uid', 'not in', credited)
  for (const { id } of db.all(old)) {
    setOtherNotes(db, -id, [])
    db.run(profile.deleteFrom('other_sale').where('id', '=', id))
  }
  return -(db.first(byUid({ uid }))?.id ?? 0)
}

/** Keeps the control unit number of another till's sale, which this till looked up before that was signed. */
export const noteSaleSigned = (
  db: Db,
  noteId: number,
  { scuId, receiptNumber }: { scuId: string; receiptNumber: number },
): void => {
  const signature = JSON.stringify({ scu_id: scuId, receipt_number: receiptNumber })
  db.run(
    profile
      .updateTable('other_sale')
      .set({ body: sql`json_set(body, '$.signature', json(${signature}))` })
      .where(sql<boolean>`body ->> '$.signature' is null`)
      .where('uid', '=', (select) =>
        select.selectFrom('invoice').select(sql<string>`original_uid`.as('uid')).where('id', '=', noteId),
      ),
  )
}

/** Returns the id of the sale that a credit note is of, as this till numbers it. */
export const saleIdOf = (
  db: Reader,
  { original_id, original_uid }: Pick<Invoice, 'original_id' | 'original_uid'>,
): number | null => (original_uid === null ? original_id : -(db.first(byUid({ uid: original_uid }))?.id ?? 0))

const notesQuery = prepare((p: { sale: number }) =>
  profile
    .selectFrom('other_note')
    .selectAll()
    .where('sale_id', '=', p.sale)
    .orderBy('made_at')
    .orderBy('uid'),
)
/** Returns what other tills credited or claimed of a sale, in order of time. Withdrawn ones are absent. */
export const otherNotesOf = (db: Reader, saleId: number): OtherNote[] =>
  db.all(notesQuery({ sale: saleId })).filter(({ state }) => state !== 'withdrawn')

/** A credit note of another till as the hub tells it (`core/contract/hub/credits.ts`). */
interface ToldNote extends Pick<OtherNote, 'uid' | 'number' | 'state' | 'total'> {
  tillName: string
  who: string
  at: number
  lines: {
    position: number | null
    item: string | null
    quantity: number
    total: number
    taxable: number
  }[]
  tenders: Tender[]
  /** What it lowers is in what the hub tells of its till's account. */
  inAccount?: boolean | undefined
}

/** Returns it as this till keeps it. `lines`: of the sale. */
export const otherNoteOf = (
  db: Db,
  saleId: number,
  lines: readonly InvoiceLine[],
  { uid, number, state, total, tillName, who, at, tenders, inAccount = false, ...told }: ToldNote,
): OtherNote => ({
  ...{ sale_id: saleId, uid, number, till: tillName, author_name: who, made_at: at, state, total },
  less_owed: tenders.reduce(
    (sum, { method, amount }) => (method === 'credit' && !inAccount ? sum + amount : sum),
    0,
  ),
  tenders: JSON.stringify(tenders),
  lines: JSON.stringify(
    told.lines.map(({ position, item, ...amounts }) => {
      const sold = lines.find((line) => line.position === position)?.item_id
      const item_id = sold ?? (item === null ? null : (itemByUid(db, item) ?? null))
      return { source: position === null ? 'software' : 'till', position: position ?? 0, item_id, ...amounts }
    }),
  ),
})

/** Triggers follow rows that come and go. */
export const putOtherNote = (db: Db, note: OtherNote): void => {
  db.run(profile.deleteFrom('other_note').where('sale_id', '=', note.sale_id).where('uid', '=', note.uid))
  db.run(profile.insertInto('other_note').values(note))
}

/** Replaces what is known of a sale's credit notes at other tills. */
export const setOtherNotes = (db: Db, saleId: number, notes: readonly OtherNote[]): void => {
  db.run(profile.deleteFrom('other_note').where('sale_id', '=', saleId))
  for (const note of notes) putOtherNote(db, note)
}

/** Forgets what other tills had claimed of a sale and may not have made. */
export const dropOtherClaims = (db: Db, saleId: number): void => {
  db.run(profile.deleteFrom('other_note').where('sale_id', '=', saleId).where('state', '=', 'claimed'))
}

// --- claims of this till ----------------------------------------------------------------------------------------------

/** Notes that the till is about to ask. */
export const beginClaim = (db: Db, claim: OpenClaim): void => {
  db.run(profile.insertInto('credit_claim').values({ ...claim, note_id: null }))
}

/** The hub gave nothing. */
export const endClaim = (db: Db, uid: string): void => {
  db.run(profile.deleteFrom('credit_claim').where('uid', '=', uid).where('note_id', 'is', null))
}

/** Returns false if the claim was dropped meanwhile. Call it inside the transaction that stores the credit note. */
export const noteClaim = (db: Db, uid: string, noteId: number): boolean =>
  db.run(
    profile
      .updateTable('credit_claim')
      .set({ note_id: noteId })
      .where('uid', '=', uid)
      .where('note_id', 'is', null),
  ).changes === 1

export const claimOfNote = (db: Reader, noteId: number): string | undefined =>
  db.first(profile.selectFrom('credit_claim').select('uid').where('note_id', '=', noteId))?.uid

/** The number of a sale of another till, or of one of this till. */
const numberOf = (db: Db, sale: string, id: number): string => {
  const other = db.first(byUid({ uid: sale }))
  if (other) return (JSON.parse(other.body) as { row: { number: string } }).row.number
  return db.first(profile.selectFrom('invoice').select('number').where('id', '=', id))?.number ?? ''
}

/** Tells the hub that no credit note comes of a claim. Returns false if one has come. */
export const dropClaim = (db: Db, { uid, sale }: OpenClaim, by: { at: number; who: string }): boolean =>
  db.transaction(() => {
    const query = profile.deleteFrom('credit_claim').where('uid', '=', uid).where('note_id', 'is', null)
    if (db.run(query).changes === 0) return false
    const [till, id] = sale.split('/')
    const content = JSON.stringify({ claim: uid, sale: { till, id: Number(id) } })
    const subject = numberOf(db, sale, Number(id))
    audit(db, { ...by, kind: 'creditDropped', subject, row_id: null, content })
    return true
  })

/** Drops what was claimed and did not become a credit note, because the till was killed or its disk failed. */
export const dropOpenClaims = (db: Db, by: { at: number; who: string }, sale?: string): void => {
  const open = profile.selectFrom('credit_claim').select(['uid', 'sale']).where('note_id', 'is', null)
  for (const claim of db.all(sale === undefined ? open : open.where('sale', '=', sale)))
    dropClaim(db, claim, by)
}
