import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A signer tells the hub the code of an item that it made of the catalogue, before its till's own fact comes. */
export const itemTold: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(
        `create trigger item_told after update of state on submission
          when (new.kind = 'item' and new.state = 'accepted' and old.state <> 'accepted' and exists (select 1 from taken)
            and not exists (select 1 from taken where submission_id = new.id)) and not exists (select 1 from repair) begin
          insert into outcome_due (submission_id, turn) values (new.id, 1)
            on conflict (submission_id) do update set turn = turn + 1; end`,
      )
      .execute(db)
  },
}
