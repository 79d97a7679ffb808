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
    /** How far the feed was read; null: from its start. */
    place: Generated<string | null>
    /** How far the hub has the trail, as it said last. Its own word is the truth. */
    acked_seq: Generated<number>
    acked_hash: Generated<string>
    heard_at: Generated<number | null>
    /** JSON of the last row that this till shares with the till it was copied from. It must be paired anew. */
    forked_at: Generated<string | null>
    paired_at: number
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
    /** The last stock record of this till that the level contains. */
    record: number
  }
}
