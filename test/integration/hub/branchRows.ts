/** Rows of every table that belongs to a branch. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HubDb } from '../../../db/hub/postgres.ts'

export interface Branch {
  branch: number
  origin: number
  /** Uids of its rows, and of its till. */
  uids: { till: string; person: string; other: string; wish: string; parked: string }
  /** A text that is in its rows, and nowhere else. */
  mark: string
}

/** Makes a row of each table that belongs to a branch, directly or through its till. */
export const fillBranch = async (db: HubDb, code: string): Promise<Branch> => {
  const pin = 'P051000001K'
  const { id: branch } = await db
    .insertInto('branch')
    .values({ pin, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  const till = {
    uid: randomUUID(),
    kind: 'till',
    name: `Till ${code}`,
    branch,
    made_at: 1,
    paired_at: 1,
  } as const
  const { id: origin } = await db.insertInto('origin').values(till).returning('id').executeTakeFirstOrThrow()
  const uid = () => sql`${randomUUID()}::uuid`
  const [one, other, wish, parked] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const mark = `only ${code}`
  const json = JSON.stringify({ name: mark, role: 'owner', active: 1 })
  for (const each of [one, other])
    await sql`insert into shared (uid, kind, scope, versions, authors, body, active)
      values (${each}::uuid, 'person', ${branch}, '{"*":1}', '{}', ${json}, true)`.execute(db)
  const day = sql`'2026-01-02'::date`
  for (const insert of [
    sql`fact (origin, seq, v, at, kind, subject, who, content, hash, uids) values (${origin}, 1, 1, 1, 'x', '', '', ${mark}, '', '{}')`,
    sql`invoice (branch, origin, id, seq, day, kind, number, source, sold_at, author_id, author_name, method, total, taxable, tax, discount)
      values (${branch}, ${origin}, 1, 1, ${day}, 'sale', '1', 'till', 1, '', '', '01', 1, 1, 1, 0)`,
    sql`invoice_line (branch, day, origin, invoice_id, position, code, name, quantity, unit_price, discount, total, taxable, tax, tax_type)
      values (${branch}, ${day}, ${origin}, 1, 1, '', '', 1, 1, 0, 1, 1, 0, 'B')`,
    sql`tender (branch, day, origin, invoice_id, position, method, amount) values (${branch}, ${day}, ${origin}, 1, 1, '01', 1)`,
    sql`day_till (day, branch, origin, kind, method, documents, total, taxable, tax) values (${day}, ${branch}, ${origin}, 'sale', '01', 1, 1, 1, 0)`,
    sql`cash_move (branch, origin, kind, id, day, method, amount) values (${branch}, ${origin}, 'payIn', 1, ${day}, 'cash', 1)`,
    sql`shift (branch, origin, id) values (${branch}, ${origin}, 1)`,
    sql`stock_level (branch, item) values (${branch}, ${uid()})`,
    sql`counted (branch, item, origin, seq, at, heard) values (${branch}, ${uid()}, ${origin}, 1, 1, '{}')`,
    sql`wish (uid, origin, of_uid, who, at, set, outcome, answer, offered)
      values (${wish}::uuid, ${origin}, ${one}::uuid, '', 1, ${json}, 'offered', ${json}, '{name}')`,
    sql`alike (one, other, reason) values (${one}::uuid, ${other}::uuid, 'name')`,
    sql`parked (uid, branch, origin, body, open) values (${parked}::uuid, ${branch}, ${origin}, ${json}, true)`,
    sql`claim (what, uid, holder, who, request, at) values ('parked', ${uid()}, ${origin}, '', ${uid()}, 1)`,
    sql`credit (uid, branch, sale_origin, sale_id, holder, who, at, less_owed, body, state)
      values (${uid()}, ${branch}, ${origin}, 1, ${origin}, ${mark}, 1, 0, ${json}, 'claimed')`,
    sql`signer (branch) values (${branch})`,
    sql`delegation (origin, since, at) values (${origin}, 1, 1)`,
    sql`outcome (origin, seq, body, epoch) values (${origin}, 1, ${json}, 1)`,
    sql`sending (origin, seq, number, epoch, at) values (${origin}, 1, 1, 1, 1)`,
    sql`account_move (origin, kind, id, customer, change) values (${origin}, 'sale', 1, ${uid()}, 1)`,
    sql`device (branch, app, connection, handed_at) values (${branch}, ${uid()}, ${json}, 1)`,
    sql`handed (origin, item, code, on_hand) values (${origin}, ${uid()}, '', 1)`,
    sql`screen_account (uid, name, verifier, set_at, set_from) values (${one}::uuid, ${mark}, '', 1, ${origin})`,
    sql`screen_session (digest, account, ends_at) values (${mark}, ${one}::uuid, 1)`,
    sql`pepper (id, branch) values (${uid()}, ${branch})`,
  ])
    await sql`insert into ${insert}`.execute(db)
  return { branch, origin, mark, uids: { till: till.uid, person: one, other, wish, parked } }
}
