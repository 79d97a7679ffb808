import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const unlessRepair = 'when not exists (select 1 from repair)'
const noRepair = 'not exists (select 1 from repair)'

const kept =
  'pin, name, address, phone, email, fax, remark, active, author_id, author_name, modifier_id, modifier_name, created_at, updated_at'

/** The same in each copy of the books, so that a shop restored from before the upgrade gets the same ids again. */
const uidOf = (what: string): string => {
  const hex = hash('sha256', `kaunta.customer:${what}`, 'hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** `254` and nine digits of a Kenyan number; null: another text. */
const phoneKey = (phone: string | null): string | null => {
  const digits = (phone ?? '').replace(/[\s().-]/g, '')
  const own = /^(?:\+?254|0)([17]\d{8})$/.exec(digits)?.[1]
  return own === undefined ? (/^\+\d{8,15}$/.test(digits) ? digits.slice(1) : null) : `254${own}`
}

const owing = (id: string, sign: '+' | '-') =>
  `update customer_sale set owed = owed ${sign} credit where invoice_id = ${id};
   update customer_sale set owed = owed ${sign === '+' ? '-' : '+'}
     (select coalesce(sum(amount), 0) from invoice_tender where invoice_id = ${id} and method = 'credit')
   where invoice_id = (select original_id from invoice where id = ${id})`
/** A withdrawn document owes nothing. It may still arrive at the authority; then it counts again. */
const owedTriggers = {
  credit_note_owed: [
    'insert on invoice_tender',
    `when (new.method = 'credit') and ${noRepair}`,
    `update customer_sale set owed = owed - new.amount
       where invoice_id = (select original_id from invoice where id = new.invoice_id)`,
  ],
  account_allocation_owed: [
    'insert on account_allocation',
    unlessRepair,
    'update customer_sale set owed = owed - new.amount where invoice_id = new.invoice_id',
  ],
  submission_owes_nothing: [
    'update of state on submission',
    `when (new.state = 'withdrawn' and old.state <> 'withdrawn' and new.invoice_id is not null) and ${noRepair}`,
    owing('new.invoice_id', '-'),
  ],
  submission_owes_again: [
    'update of state on submission',
    `when (old.state = 'withdrawn' and new.state <> 'withdrawn' and new.invoice_id is not null) and ${noRepair}`,
    owing('new.invoice_id', '+'),
  ],
}

interface OpenSale {
  id: number
  number: string
  sold_at: number
  buyer_pin: string | null
  buyer_name: string | null
  credit: number
  back: number
}

/**
 * Customers with or without a PIN, what they bought, and what they paid on account. The rows never change but for
 * `customer_sale.owed`, which triggers keep: a balance then reads open sales only. Open credit sales of before become
 * open sales of the customer with that PIN, else of one made from the name.
 */
export const customers: Migration = {
  up: async (db: Kysely<unknown>) => {
    // `submission` refers to customers, so the table gets its columns under the same name, with the checks at the end.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await sql`create table customer_before as select * from customer`.execute(db)
    await sql`drop table customer`.execute(db)
    await sql`create table customer (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      list_number text not null,
      pin text unique,
      name text not null,
      phone text,
      phone_key text,
      email text,
      address text,
      fax text,
      remark text,
      active integer not null default 1 check (active in (0, 1)),
      credit_limit integer check (credit_limit >= 0),
      merged_into integer references customer (id),
      author_id text not null,
      author_name text not null,
      modifier_id text not null,
      modifier_name text not null,
      created_at integer not null,
      updated_at integer not null,
      request_id text unique
    ) strict`.execute(db)
    const before = await sql<{ pin: string; phone: string | null }>`
      select pin, phone from customer_before order by created_at, pin`.execute(db)
    let number = 0
    for (const { pin, phone } of before.rows) {
      number += 1
      await sql`insert into customer (id, uid, number, list_number, phone_key, ${sql.raw(kept)})
        select ${number}, ${uidOf(pin)}, ${number}, number, ${phoneKey(phone)}, ${sql.raw(kept)}
        from customer_before where pin = ${pin}`.execute(db)
    }
    await sql`drop table customer_before`.execute(db)
    await sql`create index customer_name on customer (name, id)`.execute(db)
    await sql`create index customer_phone on customer (phone_key) where phone_key is not null`.execute(db)
    await sql`create index customer_list_number on customer (list_number)`.execute(db)
    await sql`create index customer_merged on customer (merged_into) where merged_into is not null`.execute(
      db,
    )
    await sql
      .raw(`create trigger customer_stays before delete on customer ${unlessRepair}
        begin select raise(abort, 'a customer is never deleted'); end`)
      .execute(db)
    await sql
      .raw(`create trigger customer_is_known before update of id, uid, number on customer ${unlessRepair}
        begin select raise(abort, 'a customer keeps its number'); end`)
      .execute(db)

    await sql`create table customer_sale (
      invoice_id integer primary key references invoice (id),
      customer_id integer not null references customer (id),
      credit integer not null check (credit >= 0),
      earlier integer not null default 0 check (earlier in (0, 1)),
      sold_at integer not null,
      owed integer not null
    ) strict`.execute(db)
    await sql`create index customer_sale_customer on customer_sale (customer_id, invoice_id)`.execute(db)
    await sql`create index customer_sale_open on customer_sale (customer_id, sold_at, owed) where owed <> 0`.execute(
      db,
    )
    await sql`create table account_entry (
      id integer primary key,
      uid text not null unique,
      number integer not null unique,
      customer_id integer not null references customer (id),
      kind text not null check (kind in ('paid', 'paidBefore')),
      method text check ((method is null) = (kind = 'paidBefore')),
      amount integer not null check (amount > 0),
      reference text,
      note text,
      shift_id integer references shift (id),
      entered_at integer not null,
      day text not null,
      author_id text not null,
      author_name text not null,
      request_id text not null unique
    ) strict`.execute(db)
    await sql`create index account_entry_customer on account_entry (customer_id, id)`.execute(db)
    await sql`create index account_entry_day on account_entry (day)`.execute(db)
    await sql`create index account_entry_shift on account_entry (shift_id) where shift_id is not null`.execute(
      db,
    )
    await sql`create index account_entry_reference on account_entry (reference) where reference is not null`.execute(
      db,
    )
    await sql`create table account_allocation (
      id integer primary key,
      entry_id integer not null references account_entry (id),
      invoice_id integer not null references customer_sale (invoice_id),
      amount integer not null check (amount > 0),
      unique (entry_id, invoice_id)
    ) strict`.execute(db)
    await sql`create index account_allocation_invoice on account_allocation (invoice_id)`.execute(db)

    const open = await sql<OpenSale>`select id, number, sold_at, trim(buyer_pin) as buyer_pin,
        trim(buyer_name) as buyer_name, credit, back from
        (select invoice.*,
          (select coalesce(sum(amount), 0) from paid where invoice_id = invoice.id and method = 'credit') as credit,
          (select coalesce(sum(tender.amount), 0) from invoice note
             join invoice_tender tender on tender.invoice_id = note.id and tender.method = 'credit'
             where note.original_id = invoice.id and not exists
               (select 1 from submission where submission.invoice_id = note.id and state = 'withdrawn')) as back
        from invoice where kind = 'sale' and source = 'till'
          and id in (select invoice_id from invoice_tender where method = 'credit'
            union select invoice_id from payment_change
              where id in (select change_id from payment_change_tender where method = 'credit'))
          and not exists (select 1 from submission where submission.invoice_id = invoice.id and state = 'withdrawn'))
      where credit > back order by id`.execute(db)
    for (const { id, number: receipt, sold_at, buyer_pin, buyer_name, credit, back } of open.rows) {
      const name = buyer_name || buyer_pin || receipt
      const found = await sql<{ id: number }>`select id from customer
        where ${buyer_pin ? sql`pin = ${buyer_pin}` : sql`pin is null and lower(name) = lower(${name})`}`.execute(
        db,
      )
      let customer = found.rows[0]?.id
      if (customer === undefined) {
        number += 1
        customer = number
        await sql`insert into customer (id, uid, number, list_number, pin, name, author_id, author_name, modifier_id,
            modifier_name, created_at, updated_at)
          values (${number}, ${uidOf(buyer_pin || `${name} ${receipt}`)}, ${number},
            ${String(number).padStart(3, '0')}, ${buyer_pin || null}, ${name}, 'Kaunta', 'Kaunta', 'Kaunta', 'Kaunta',
            ${sold_at}, ${sold_at})`.execute(db)
      }
      await sql`insert into customer_sale (invoice_id, customer_id, credit, earlier, sold_at, owed)
        values (${id}, ${customer}, ${credit}, 1, ${sold_at}, ${credit - back})`.execute(db)
    }
    if (number > 0) await sql`insert into counter (name, next) values ('customer', ${number + 1})`.execute(db)

    for (const [name, [event, when, act]] of Object.entries(owedTriggers))
      await sql.raw(`create trigger ${name} after ${event} ${when} begin ${act}; end`).execute(db)
    const facts = {
      customer_sale: 'of invoice_id, customer_id, credit, earlier, sold_at on customer_sale',
      account_entry: 'on account_entry',
      account_allocation: 'on account_allocation',
    }
    for (const [table, event] of Object.entries(facts)) {
      await sql
        .raw(`create trigger ${table}_is_final before update ${event} ${unlessRepair}
          begin select raise(abort, 'an account never changes'); end`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_stays before delete on ${table} ${unlessRepair}
          begin select raise(abort, 'an account is never shortened'); end`)
        .execute(db)
    }
  },
}
