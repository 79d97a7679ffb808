/** What tills share, and how it came to be. */
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type SharedKind = 'item' | 'customer' | 'person' | 'setting'

/** Who gave a field its value. `origin` null: the hub itself. */
export interface FieldAuthor {
  origin: number | null
  who: string
  at: number
}

export interface SharedTables {
  shared: {
    uid: string
    kind: SharedKind
    /** 0: all branches; else that branch. */
    scope: number
    /** The version of each field; `*` of those that are not named. */
    versions: Json<Record<string, number>>
    /** Who gave each field its value; `*` as above. */
    authors: Json<Record<string, FieldAuthor>>
    /** Its fields that are not null. */
    body: Json<Record<string, unknown>>
    active: boolean
    changed: Generated<string>
  }
  /** Another uid of a thing: a till had made it before it heard of this one. */
  alias: { uid: string; of_uid: string }
  /** A wish that was dealt with. It never changes but for what became of its offers. */
  wish: {
    uid: string
    /** null: it was made at the hub. */
    origin: number | null
    of_uid: string
    who: string
    at: number
    /** JSON. */
    set: string
    outcome: 'applied' | 'offered' | 'refused'
    /** JSON: what its till is told. */
    answer: string
    /** The fields that wait for a manager. */
    offered: Generated<string[]>
    answered_at: number | null
    answered_by: string | null
    changed: Generated<string>
  }
  /** Of a branch, the last one for new verifiers of PINs. The secret is among the hub's. */
  pepper: {
    id: string
    branch: number
    ord: Generated<number>
    /** True: its secret was made, and tills may have it. */
    given: Generated<boolean>
  }
  /** Two things that may be one. `one` was there first. */
  alike: {
    one: string
    other: string
    reason: 'barcode' | 'authority_code' | 'name' | 'pin'
    /** null: nobody has looked at them. */
    answer: 'merged' | 'different' | null
    answered_at: number | null
    answered_by: string | null
  }
}
