import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const settled = (row: 'old' | 'new') => `${row}.state in ('accepted', 'refused', 'withdrawn')`

const statements = [
  // Who gave its documents to this signer, and how far its trail was taken. `since`: its device was its own until then.
  `create table taken_from (
    id integer primary key,
    uid text not null unique,
    name text not null,
    seq integer not null default 0,
    since integer not null default 0
  ) strict`,
  // What became of a till's document here. `answers`: the newest fact about it.
  `create table taken (
    origin integer not null references taken_from (id),
    seq integer not null,
    document text not null check (document in ('invoice', 'stockRecord', 'submission')),
    local_id integer not null,
    local_submission integer,
    document_id integer not null,
    submission_id integer references submission (id),
    answers integer not null,
    primary key (origin, seq)
  ) strict, without rowid`,
  `create unique index taken_document on taken (origin, document, local_id)`,
  `create index taken_local on taken (origin, local_submission) where local_submission is not null`,
  `create index taken_submission on taken (submission_id) where submission_id is not null`,
  // Facts that could not be taken yet.
  `create table taken_later (
    origin integer not null references taken_from (id),
    seq integer not null,
    kind text not null,
    subject text not null,
    reason text not null,
    since integer not null,
    primary key (origin, seq)
  ) strict, without rowid`,
  // Outcomes that the hub was not told yet. `turn` grows with each change.
  `create table outcome_due (submission_id integer primary key references submission (id), turn integer not null) strict`,
  // What a till asked the signer of its branch for, beside its documents. An empty digest: it may have to ask again.
  `create table owed (
    submission_id integer primary key references submission (id),
    seq integer not null,
    digest text not null
  ) strict`,
  `create trigger outcome_told after update of state, without_signature on submission
    when ((new.state <> old.state or new.without_signature <> old.without_signature)
      and (${settled('new')} or ${settled('old')}) and exists (select 1 from taken where submission_id = new.id)
    ) and not exists (select 1 from repair) begin
    insert into outcome_due (submission_id, turn) values (new.id, 1)
      on conflict (submission_id) do update set turn = turn + 1; end`,
]

/**
 * The documents of other tills, in the database of the signer of their branch, and what a till asks its signer for. A till
 * that works alone leaves these tables empty.
 */
export const signer: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
