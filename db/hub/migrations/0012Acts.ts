import { type Kysely, sql } from 'kysely'

/** Who let a till in, admitted it or ended it: the person, and the till where that was. No till: the hub's own computer. */
const statements = [
  `alter table origin
     add column let_in_by text,
     add column let_in_from int references origin,
     add column confirmed_by text,
     add column confirmed_from int references origin,
     add column revoked_from int references origin`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
