/** What the signer of a branch took from its tills. */
import type { Generated } from 'kysely'

export interface SignerTables {
  taken_from: {
    id: Generated<number>
    /** The origin's. */
    uid: string
    /** The till's name, unique among all tills of the hub. */
    name: string
    /** Its facts up to this one were taken. */
    seq: Generated<number>
    /** The till itself owed the authority what its facts up to this one say. */
    since: Generated<number>
    /** The uid of the last item that was taken over from the till; null: all were. */
    handed: Generated<string | null>
    /** Of the fact `seq`; null: not known. */
    hash: Generated<string | null>
    /** The origin under whose numbers the hub has a copied till's facts now; null: it has these. */
    split_off: Generated<number | null>
  }
  taken: {
    /** In `taken_from`. */
    origin: number
    /** Of the fact that brought the document. */
    seq: number
    document: 'invoice' | 'stockRecord' | 'submission'
    /** The document's id at the till. */
    local_id: number
    local_submission: number | null
    /** The document's id here, in `invoice`, `stock_record` or `submission`. */
    document_id: number
    /** null: nothing is owed for it. */
    submission_id: number | null
    /** The newest fact about it. */
    answers: number
    /** Of the fact `seq`; null: not known. */
    hash: string | null
  }
  /** Facts that wait: what they need is not here. */
  taken_later: { origin: number; seq: number; kind: string; subject: string; reason: string; since: number }
  /** Which stock records the authority's stock of an item contains: JSON, `contained` of `core/contract/hub/contained.ts`. */
  contained: {
    /** Of the item. */
    uid: string
    /** As a till handed it over with the stock with which this signer began; null: none did. */
    first: string | null
    /** The newest that a till handed over. */
    newest: string | null
    /** JSON: the stock of the newest, hundredths, and the tills that heard it. null as there. */
    heard: string | null
    /** As this signer told it last; null: it did not. */
    own: string | null
    /** Of the authority's stock, hundredths: no stock record that this signer knows explains it. */
    unexplained: Generated<number>
  }
  /** At a till whose branch has a signer: submissions for which the trail has a row `owed`. */
  owed: {
    submission_id: number
    /** The newest of these rows; 0: none yet. */
    seq: number
    /** Of what was asked for; empty: it was rejected, and is asked for anew if a person sends it again. */
    digest: string
  }
  /** Registrations of a changed tax letter that wait until every till of the branch has it. */
  letter_wait: { submission_id: number; item_id: number; since: number }
  outcome_due: { submission_id: number; turn: number }
}
