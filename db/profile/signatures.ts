/** The authority's signatures of documents. */
import type { Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { addRows, audit, authority, digest, invoiceNumber, type Reader } from './audit.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type SignatureRow = Selectable<ProfileSchema['signature']>

const signatureColumns = [
  'invoice_id',
  'authority_number',
  'receipt_number',
  'total_receipt_number',
  'internal_data',
  'signature',
  'signed_at',
  'scu_id',
  'mrc_no',
  'entered_by',
  'stored_at',
] as const
const insertSignatureQuery = prepare((p: SignatureRow) =>
  profile
    .insertInto('signature')
    .values(Object.fromEntries(signatureColumns.map((name) => [name, p[name]])) as unknown as SignatureRow)
    // A missing signature may arrive later. An existing one is never replaced.
    .onConflict((conflict) =>
      conflict
        .column('invoice_id')
        .doUpdateSet((set) => ({
          receipt_number: set.ref('excluded.receipt_number'),
          total_receipt_number: set.ref('excluded.total_receipt_number'),
          internal_data: set.ref('excluded.internal_data'),
          signature: set.ref('excluded.signature'),
          signed_at: set.ref('excluded.signed_at'),
          entered_by: set.ref('excluded.entered_by'),
          stored_at: set.ref('excluded.stored_at'),
        }))
        .where('signature.signature', 'is', null),
    ),
)
/**
 * Stores a signature from the authority, or entered by a person. Existing values stay. Call it inside a transaction.
 */
export const storeSignature = (db: Db, row: SignatureRow): void => {
  if (db.run(insertSignatureQuery(row)).changes === 0) return
  const kind = row.signature === null ? 'unsigned' : 'signed'
  audit(db, {
    at: row.stored_at,
    kind: row.entered_by === null ? kind : 'signatureEntered',
    subject: invoiceNumber(db, row.invoice_id) ?? '',
    row_id: row.invoice_id,
    who: row.entered_by ?? authority,
    content: storedSignature(db, row.invoice_id) as string,
  })
}

const signatureQuery = prepare((p: { id: number }) =>
  profile.selectFrom('signature').selectAll().where('invoice_id', '=', p.id),
)
export const signatureOf = (db: Reader, invoiceId: number): SignatureRow | undefined =>
  db.first(signatureQuery({ id: invoiceId }))

/** The audit trail's digest of a signature (`audit.ts`). */
export const signatureDigest = (row: SignatureRow): string =>
  digest(addRows(['kaunta.signature.1'], signatureColumns, [row]))
/** Returns {@link signatureDigest} of the stored signature; undefined if there is none. */
export const storedSignature = (db: Reader, invoiceId: number): string | undefined => {
  const row = signatureOf(db, invoiceId)
  return row && signatureDigest(row)
}

/** Returns the document with this signature. The authority never issues one twice. */
export const signedAs = (db: Db, signature: string) =>
  db.first(
    profile
      .selectFrom('signature')
      .innerJoin('invoice', 'invoice.id', 'signature.invoice_id')
      .select(['invoice.number', 'invoice.trader_number', 'signature.authority_number'])
      .where('signature.signature', '=', signature),
  )
