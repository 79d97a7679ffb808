/** What a branch hub owns, as this till knows it. */
import type { Generated } from 'kysely'
import type { Flag, SharedKind } from './kinds.ts'

export interface HubTables {
  /** One row while the till is linked to a hub. */
  hub_link: {
    id: number
    /** The hub's uid. */
    hub: string
    /** SHA-256 of the hub's public key, hexadecimal. */
    pin: string
    /** JSON list of where the hub was, the newest first. */
    addresses: string
    /** The uid of this till at the hub. */
    origin: string
    /** The name that the hub gave. */
    name: string
    /** The authority's `bhfId`. */
    branch: string
    /** This till's own, base64url. */
    public_key: string
    /** 1: the hub's signer talks to the authority for this till. */
    signs: Generated<Flag>
    /** The till's own queue is closed: it owed what its trail up to this row says. null: it works. */
    closed_at_seq: Generated<number | null>
    /** The number at the authority that its own next sale would have had then; null: it had no device. */
    closed_sales: Generated<number | null>
    /** The till leaves the hub, and signs itself what comes after this row. null: it stays. */
    leaves_at_seq: Generated<number | null>
    /** How far the feed was read; null: from its start. */
    place: Generated<string | null>
    /** How far the hub has the trail, as it said last. Its own word is the truth. */
    acked_seq: Generated<number>
    acked_hash: Generated<string>
    heard_at: Generated<number | null>
    /** JSON of the last row that this till shares with the till it was copied from. It must be paired anew. */
    forked_at: Generated<string | null>
    paired_at: number
    /** The digest of the escrow that this till keeps as the deputy; null: it is not the deputy. */
    escrow: Generated<string | null>
    /** The highest of the hub that this till heard of, and the computer that began it; null: no other took over. */
    epoch: Generated<number>
    epoch_by: Generated<string | null>
    /** The last row of the trail that was ever sent to a hub, perhaps in vain. */
    offered_seq: Generated<number>
    /** The last row that a hub of an earlier epoch may have. */
    before_seq: Generated<number>
  }
  /** One row while a hub owns the catalogue of this till. */
  hub_shares: {
    id: number
    /** Of the taxpayer and its branch. Tills of a branch have one set of settings. */
    branch: string
    /** How often the feed was read from its start. */
    reading: Generated<number>
    /** The last row of before the pairing that was put into `hub_changed`; null: all were. */
    item_after: number | null
    customer_after: number | null
    /** 1: the settings of before the pairing were put there. */
    settings_told: Generated<Flag>
    /** The revision of `workspace.db` whose people were compared last. */
    people_told: Generated<number>
    /** The newest revision of `workspace.db` that this database knows of. A lower one was put back from a copy. */
    people_seen: Generated<number>
    /** 1: what changes now is the hub's news. Only inside a transaction. */
    applying: Generated<Flag>
  }
  /** Rows that changed here, until a wish says so. Triggers add them. */
  hub_changed: {
    kind: SharedKind
    /** Its id, or the name of a setting. */
    key: string
    /** The person; null: not known. */
    who: string | null
    /** joining: it is from before the pairing. again: the hub has lost what it told of it. */
    why: 'again' | 'joining' | null
  }
  /** What the hub told last. */
  hub_base: {
    uid: string
    kind: SharedKind
    /** JSON: the version of each field; `*` of the others. */
    versions: string
    /** JSON: its fields that are not null. */
    body: string
    /** 0: it names a thing that this till does not have yet. */
    whole: Generated<Flag>
    /** The reading in which it came last. */
    reading: number
  }
  /** A change of this till that the hub was asked for. Its text is in the audit trail. */
  wish: {
    uid: string
    kind: SharedKind
    of_uid: string
    /** Its row in `audit`. */
    seq: number
    /** 1: it is of a thing from before the pairing. The hub looks whether it has that already. */
    joins: Flag
    /** null: the hub has not answered. A wish that was applied is removed. */
    outcome: 'offered' | 'refused' | null
    /** JSON of what the hub answered. */
    answer: string | null
    ended_at: number | null
  }
  /** Stock of the branch, hundredths, as the hub told it last. */
  hub_level: {
    /** Of the item, which may come later. */
    uid: string
    on_hand: number
    authority_on_hand: number
    /** The authority's, of the branch's device; null: the hub did not tell it. */
    authority_code: string | null
    /** JSON: which stock records `authority_on_hand` contains. null: not known. */
    contained: string | null
    /** The last stock record of this till that the level contains. */
    record: number
    /** JSON: by a till's uid, its last fact that the level contains. null: not known. */
    heard: string | null
    /** 1: nothing of the item waited for the authority then, at any till. */
    settled: Flag
    /** As a hub told it before another computer took over; null: the present hub has it. */
    code_before: Generated<string | null>
    authority_before: Generated<number | null>
    contained_before: Generated<string | null>
  }
  /** The last count of an item in the branch. */
  hub_count: {
    /** Its uid. */
    item: string
    /** The till that counted, and its fact. */
    origin: string
    seq: number
    /** When the item was counted. */
    at: number
    /** JSON: what that till knew of the others. */
    heard: string
    /** 1: nobody looked yet what it did not know of this till. */
    pending: Flag
  }
  /** When this till counted an item last and booked it. */
  own_count: { item_id: number; at: number }
  /** Movements that belong to an earlier moment than their own. */
  movement_moment: {
    stock_record_id: number
    item_id: number
    at: number
    /** The count of another till that they correct; null: the difference of an own count. */
    origin: string | null
    seq: number | null
  }
  /** Tills of the branch, also this one. */
  hub_till: {
    uid: string
    /** Unique for ever. */
    name: string
    /** When the hub heard of it, to a minute or so; null: never. */
    seen_at: number | null
    revoked: Flag
  }
  /** Parked sales of the branch that nobody resumed, also this till's. */
  hub_parked: {
    uid: string
    /** The till that parked it. */
    origin: string
    /** The till that took it; null: it can be taken. */
    holder: string | null
    /** The person who took it. */
    taker: string | null
    parked_at: number
    /** JSON, as `core/contract/hub/counter.ts` says. */
    body: string
  }
  /** Sales of other tills that a person looked up here, as the hub told them last. */
  other_sale: {
    id: Generated<number>
    /** As `invoice.original_uid`. */
    uid: string
    /** JSON, as `core/contract/hub/credits.ts` says. */
    body: string
    told_at: number
  }
  /** Credit notes that other tills made of a sale, as the hub told them. */
  other_note: {
    /** Of `invoice`; below 0: the negative id of `other_sale`. */
    sale_id: number
    uid: string
    /** null: that till has only claimed it. */
    number: string | null
    till: string
    author_name: string
    made_at: number
    state: 'claimed' | 'waiting' | 'accepted' | 'refused' | 'withdrawn'
    total: number
    /** Cents that the customer owes less. */
    less_owed: number
    /** JSON. */
    tenders: string
    /** JSON, as `creditedItems` returns them. */
    lines: string
  }
  /** What this till asked the hub for before it credits a sale. */
  credit_claim: {
    uid: string
    /** As `invoice.original_uid`, also for a sale of this till. */
    sale: string
    /** The credit note that came of it; null: none yet. */
    note_id: number | null
  }
  /** What customers owe at other tills, as the hub tells it. */
  hub_account: {
    /** The customer's uid. */
    customer: string
    /** The till. */
    origin: string
    /** Cents. Negative: the till was paid more than it sold on credit. */
    owed: number
  }
}
