import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'alter table hub_level add column settled integer not null default 0 check (settled in (0, 1))',
  'create index hub_level_differs on hub_level (uid) where settled = 1 and on_hand <> authority_on_hand',
  // A signer learns what the authority has from its answer to a stock master, which no till waits for.
  `create trigger master_told after update of state on submission
    when (new.kind = 'stockMaster' and new.state = 'accepted' and old.state <> 'accepted' and new.realigned = 1
      and exists (select 1 from taken)) and not exists (select 1 from repair) begin
    insert into outcome_due (submission_id, turn) values (new.id, 1)
      on conflict (submission_id) do update set turn = turn + 1; end`,
]

/** A linked till shows and settles what the authority has of the branch, once nothing waits. */
export const settled: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
