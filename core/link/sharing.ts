/** What the sharing of a catalogue needs of a till, and how it sees the things that the hub owns. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { SharedKind } from '../../db/profile/schema.ts'
import type { Ids, Log } from '../base/ports.ts'
import type { Fields } from '../contract/hub/shared.ts'
import type { Peppers } from '../contract/hub/wire.ts'

/** People of the installation. They are not in a profile's database. */
export interface SharedPeople {
  /** Grows with each change of `workspace.db`. */
  revision(): number
  ids(): string[]
  /** undefined: there is no such person. `who`: who changed the person last. */
  get(id: string): { body: Fields; who: string | null } | undefined
  /**
   * Stores what the hub told. A dismissed person is locked at once. false: this till would be without an owner, so the
   * person stays one until the hub has told another.
   */
  put(id: string, body: Fields): boolean
  /** Returns whether a pepper of the branch is missing here. `current`: the one for new verifiers; null: not asked. */
  lacksPepper(current: string | null): Promise<boolean>
  /** Keeps what the hub gave. */
  keepPeppers(given: Peppers): Promise<void>
}

export interface Sharing {
  db: Db
  ids: Pick<Ids, 'uuid'>
  log: Log
  now(): number
  /** True: this till itself tells the authority about items and customers. False: the hub's signer does. */
  registers(): boolean
  /** null: this profile does not share them (`core/workspace/sharingProfile.ts`). */
  readonly people: SharedPeople | null
  /** Things came or changed. */
  changed(kind: SharedKind, keys: string[]): void
}

/** A thing as this till has it. */
export interface Thing {
  uid: string
  /** Readable. */
  name: string
  /** Its fields that are not null. */
  body: Fields
  /** What a new thing brings besides. */
  once: Fields
  /** Who changed it last; null: not known. */
  who: string | null
}

/** A kind of thing. A key is the id of its row, or the name of a setting. */
export interface Kind {
  thing(sharing: Sharing, key: string): Thing | undefined
  keyOf(sharing: Sharing, uid: string): string | undefined
  setUid(sharing: Sharing, key: string, uid: string): void
  /**
   * The thing of this till that this one of the hub is: that of the same PIN; of before the pairing, that of the same
   * barcode or of the same code and name at the authority.
   */
  twin(sharing: Sharing, body: Fields): string | undefined
  /** Two rows of this till are one thing of the hub. The first gives way to the second; what was sold of it stays. */
  absorb(sharing: Sharing, key: string, into: string): void
  /**
   * Stores what the hub told, with own wishes over it. `key` undefined: it is new here. Returns its key, and whether it
   * names nothing that is missing here. undefined: this till does not store it.
   */
  write(
    sharing: Sharing,
    key: string | undefined,
    uid: string,
    body: Fields,
  ): { key: string; whole: boolean } | undefined
}
