/** A shop folder of an earlier version still sells. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAuditCheck } from '../../../core/audit/verifyChain.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { payloadDigest } from '../../../db/profile/payloads.ts'
import { openShop } from '../../support/shop.ts'
import { removeJournal, tillFile } from '../recovery/spoil.ts'

const digest = (values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values), 'utf8').digest('hex')

const invoiceColumns =
  'id kind number trader_number source original_id reason sold_at day author_id author_name buyer_pin buyer_name payment_method total taxable tax discount tendered change line_count tax_rates request_id body_hash caller_body'
const lineColumns =
  'invoice_id position item_id item_code name item_class item_type barcode package_unit quantity_unit quantity unit_price discount total taxable tax tax_type'
const tenderColumns = 'invoice_id position method amount reference'

const beforeTenders = `drop view paid;
  ${['invoice_tender', 'payment_change_tender']
    .flatMap((table) =>
      ['tender_id', 'tender_name'].map((name) => `alter table ${table} drop column ${name};`),
    )
    .join(' ')}
  create view paid as
    select invoice_id, position, method, amount, reference from invoice_tender
      where not exists (select 1 from payment_change where payment_change.invoice_id = invoice_tender.invoice_id)
    union all
    select payment_change.invoice_id, tender.id, tender.method, tender.amount, tender.reference
      from payment_change join payment_change_tender tender on tender.change_id = payment_change.id
      where not exists (select 1 from payment_change later
        where later.invoice_id = payment_change.invoice_id and later.id > payment_change.id);`
const withoutAhead = `drop trigger account_entry_ahead; drop trigger account_allocation_ahead;
  alter table customer drop column ahead; alter table account_entry drop column elsewhere;`
const withoutSigner = `drop trigger outcome_told; drop trigger master_told; drop trigger item_told; drop table taken; drop table taken_later;
  drop table outcome_due; drop table taken_from; drop table owed; drop table letter_wait; drop table contained;`
const withoutHub = `${withoutSigner} ${[
  'item_made',
  'item_changed',
  'customer_made',
  'customer_changed',
  'setting_insert',
  'setting_update',
]
  .map((name) => `drop trigger if exists hub_${name};`)
  .join(' ')}
  ${['class_insert', 'class_update', 'colour_insert', 'colour_update', 'colour_delete']
    .map((name) => `drop trigger if exists hub_category_${name};`)
    .join(' ')}
  drop table hub_link; drop table movement_moment; drop table own_count; drop table hub_count; alter table stock_count_entry drop column heard; drop table hub_shares; drop table hub_changed; drop table hub_base; drop table wish; drop table hub_level; drop table hub_till; drop table hub_parked; drop table hub_account; drop table credit_claim; drop table other_note; drop table other_sale; drop index invoice_original_uid;
  drop trigger invoice_keeps_original; alter table invoice drop column original_uid; drop index parked_uid; alter table parked_sale drop column uid;
  drop index item_uid; alter table item drop column uid; alter table item drop column modifier_name;
  drop index item_barcode; create unique index item_barcode on item (barcode) where barcode is not null;`
const withoutCosts = `${withoutHub} drop table print_job; drop index audit_price; alter table submission drop constraint submission_kind; drop index submission_customs; alter table submission drop column customs_entry_id; drop table customs_decision; drop table customs_status; drop table customs_entry; drop index purchase_supplier; drop table purchase_order_end; drop table purchase_order_line; drop table purchase_order; drop index item_priced; drop index item_unlabelled; alter table item drop column priced_at; alter table item drop column label_price; drop table item_import_line; drop table item_import_part; drop table item_import; drop table stock_count_line; drop table stock_count_end; drop table stock_count_entry; drop table stock_count_item; drop table stock_count; drop table delivery_line; drop table delivery; drop table purchase_decision; drop table transfer_line; drop table transfer; drop table arrival_decision; drop table arrival; alter table supplier_item drop column units; drop index movement_sold; alter table item drop column last_sold_at; alter table item drop column last_cost; alter table item drop column average_cost;`
const withoutCustomers = `pragma foreign_keys = off; drop trigger if exists other_note_owed; drop trigger if exists other_note_owed_no_more; drop trigger if exists hub_customer_made; drop trigger if exists hub_customer_changed; drop table unofficial; drop index submission_withdrawn_invoice;
  drop trigger credit_note_owed; drop trigger account_allocation_owed; drop trigger submission_owes_nothing;
  drop trigger submission_owes_again; drop table account_allocation; drop table account_entry; drop table customer_sale;
  create table kept as select * from customer; drop table customer;
  create table customer (pin text primary key, name text not null, number text not null, address text, phone text,
    email text, fax text, remark text, active integer not null default 1, author_id text not null,
    author_name text not null, modifier_id text not null, modifier_name text not null, created_at integer not null,
    updated_at integer not null) strict;
  insert into customer select pin, name, list_number, address, phone, email, fax, remark, active, author_id,
    author_name, modifier_id, modifier_name, created_at, updated_at from kept where pin is not null;
  drop table kept; delete from counter where name = 'customer';`
const beforeCustomers = `${beforeTenders} ${withoutCustomers} ${withoutCosts}`
// SQLite drops a column only while each trigger finds its tables, so the triggers of shifts go first.
const beforeShifts = `${withoutCustomers} drop table approval; drop trigger invoice_summed; drop trigger submission_withdrawn_at_once;
  drop trigger submission_withdrawn; drop trigger submission_back; drop trigger invoice_keeps_shift; drop table document_sum;
  alter table invoice drop column shift_id; drop table shift_review; drop table shift_close; drop table cash_movement; drop table shift;
  ${beforeTenders} ${withoutCosts}`
const beforeNames = `${beforeShifts} drop trigger item_search_insert; drop trigger item_search_update; drop trigger item_search_rank;
  drop view paid; drop table payment_change_tender; drop table payment_change; drop index invoice_line_item;
  drop table item_picture; drop table category_colour; alter table item drop column second_name;
  alter table item drop column colour; alter table item drop column picture_at;`
const beforeResend = `${beforeNames} drop index audit_activity; drop table automatic_resend;
  drop index submission_lane_age; drop index audit_document;`
const beforeDropped = `${beforeResend} alter table sale_draft drop column seen;`
const beforeClasses = `${beforeDropped} drop index item_class_not_chosen; drop table category_class;
  alter table item drop column class_chosen;`

/** Makes the trail what the first version wrote of the same shop: the body that software sent stood in the digest itself. */
const writeFirstTrail = (db: Sqlite.Database): void => {
  const rowsOf = (table: string, columns: string, key: string, id: number, order: string): unknown[] => {
    const rows = db
      .prepare(`select ${columns.replaceAll(' ', ', ')} from ${table} where ${key} = ? order by ${order}`)
      .raw()
      .all(id)
    return [rows.length, ...rows.flat()]
  }
  const trail = db.prepare('select * from audit order by seq').all() as Record<string, string | number>[]
  let before = '0'.repeat(64)
  for (const row of trail) {
    if (row['kind'] === 'sale') {
      const id = Number(row['row_id'])
      row['content'] = digest([
        'kaunta.document.1',
        ...rowsOf('invoice', invoiceColumns, 'id', id, 'id'),
        ...rowsOf('invoice_line', lineColumns, 'invoice_id', id, 'position'),
        ...rowsOf('invoice_tender', tenderColumns, 'invoice_id', id, 'position'),
      ])
    }
    const { seq, at, kind, subject, row_id, who, content } = row
    before = digest(['kaunta.audit.1', before, 1, seq, at, kind, subject, row_id, who, content])
    db.prepare('update audit set content = ?, hash = ? where seq = ?').run(content, before, seq)
  }
}

/** Takes away what 0012 brings, and all after it. */
const beforeReferences = `${beforeClasses} drop index invoice_tender_reference; drop table sale_draft;
  alter table print drop column answered_by;`
/** The same of 0006, 0008 and 0009, but for the triggers' condition: it is in each of them, and a shop before has none. */
const beforeCounter = `${beforeReferences} alter table submission drop column mark;
  alter table submission drop column digest;
  drop index submission_unpacked; alter table submission drop column packed; drop index attempt_bodies; alter table attempt drop column body_hash;`
const withoutRepair = (file: string): void => {
  const db = new Sqlite(file)
  const triggers = db.prepare("select name, sql from sqlite_master where type = 'trigger'").all()
  for (const { name, sql } of triggers as { name: string; sql: string }[]) {
    const before = sql
      .replace(/when \(([\s\S]*?)\) and not exists \(select 1 from repair\)/, 'when $1')
      .replace('when not exists (select 1 from repair)', '')
    db.exec(`drop trigger ${name}`)
    // Those of the hub came later, and go with its tables.
    if (!name.startsWith('hub_')) db.exec(before)
  }
  db.exec('drop table repair')
  db.close()
}

it('gets what it lacks, and its trail of before still counts', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  for (let count = 0; count < 3; count += 1) await shop.sell(soap)
  await shop.settled()
  await shop.close()

  removeJournal(shop)
  const file = tillFile(shop)
  shop.unpack()
  withoutRepair(file)
  const raw = new Sqlite(file)
  const triggers = raw
    .prepare(
      "select name, sql from sqlite_master where type = 'trigger' and tbl_name in ('invoice', 'audit')",
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of triggers) raw.exec(`drop trigger ${name}`)
  raw
    .prepare('update invoice set caller_body = ? where id = 2')
    .run(JSON.stringify({ remark: 'Chai ☕ '.repeat(200) }))
  writeFirstTrail(raw)
  for (const { sql } of triggers) raw.exec(sql)
  raw.exec(`drop table authority_only; drop index submission_maybe_there;
    drop index print_copy; drop index submission_buyer; ${beforeCounter}
    delete from kysely_migration where name > '0001_initial'`)
  raw.close()

  await shop.open()
  const backups = readdirSync(join(shop.dataDir, 'backups', shop.appId))
  expect(backups.filter((name) => name.startsWith('before-upgrade-'))).toHaveLength(1)
  const { number } = await shop.sell(soap)
  await shop.settled()
  expect(shop.read('select number from invoice where id = 4')).toEqual([{ number }])
  // Documents sent from now on have a mark; earlier ones have none.
  const marks = 'select mark is null as none from submission where invoice_id is not null order by invoice_id'
  expect(shop.read<{ none: number }>(marks).map(({ none }) => none)).toEqual([1, 1, 1, 0])

  // A shop that sold before there was such a limit has none until it sets one.
  expect(shop.read("select value from setting where name = 'cashierDiscount'")).toEqual([{ value: '100' }])

  const indexes =
    "select name from sqlite_master where name in ('print_copy', 'submission_buyer') order by name"
  expect(shop.read(indexes)).toEqual([{ name: 'print_copy' }, { name: 'submission_buyer' }])

  const db = openDb(file)
  const { broken, records } = createAuditCheck().advance(db, () => false) ?? { records: 0 }
  expect(broken).toBeNull()
  expect(records).toBe(shop.read<{ n: number }>('select count(*) n from audit')[0]?.n)
  db.raw.exec("drop trigger invoice_is_final; update invoice set caller_body = '{}' where id = 2")
  expect(createAuditCheck().advance(db, () => false)?.broken).toMatchObject({ fault: 'documentChanged' })
  db.close()
})

it('upgrades from the few hours in which the first version had the content of the second one', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.authority.offline(true)
  const { invoiceId } = await shop.sell(soap)
  await shop.close()

  removeJournal(shop)
  shop.unpack()
  withoutRepair(tillFile(shop))
  shop.tamper(`insert into authority_only values ('T1-9', 9);
    drop index submission_maybe_there; drop index print_copy; drop index submission_buyer; ${beforeCounter}
    delete from kysely_migration where name > '0001_initial'`)

  await shop.open()
  expect(shop.read('select * from authority_only')).toEqual([{ trader_number: 'T1-9', authority_number: 9 }])
  // Pending documents can be checked; settled ones are not sent again.
  const waiting = shop.rowOf(invoiceId)
  expect(waiting.digest).toBe(payloadDigest(waiting))
  expect(shop.rows("state = 'accepted' and digest is not null")).toEqual([])
  await shop.authority.offline(false)
  const { number } = await shop.sell(soap)
  await shop.settled()
  expect(shop.read('select number from invoice where id = 3')).toEqual([{ number }])
})

it('upgrades a table of stock levels from the hours in which it lacked a column', async () => {
  const shop = await openShop()
  await shop.close()
  shop.tamper(`${withoutAhead} alter table contained drop column heard; alter table contained drop column unexplained;
    delete from kysely_migration where name > '0060_contained'`)
  await shop.open()
  expect(shop.read('select heard, unexplained from contained')).toEqual([])
})

it('is not kept from opening by what it kept of a document and can no longer be read', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.close()

  removeJournal(shop)
  shop.unpack()
  withoutRepair(tillFile(shop))
  shop.tamper(`drop index print_copy; drop index submission_buyer; ${beforeCounter}
    delete from kysely_migration where name > '0004_cashier_discount';
    update submission set payload = '{"buyerPin":"P05' where kind = 'sale'`)

  await shop.open()
  await shop.sell(soap)
  await shop.settled()
  expect(shop.read('select count(*) as sales from invoice')).toEqual([{ sales: 2 }])
})

it('finds a receipt by an M-PESA code that was kept as it was typed, and refuses it a second time', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.close()

  removeJournal(shop)
  const raw = new Sqlite(tillFile(shop))
  const triggers = raw
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'invoice_tender'")
    .all() as { name: string; sql: string }[]
  for (const { name } of triggers) raw.exec(`drop trigger ${name}`)
  raw.exec(`update invoice_tender set method = 'mobileMoney', reference = 'tkn4b 7x2qf';
    insert into print (invoice_id, life, paper, target, outcome, printed_at, author_name)
      values (1, 'original', '80mm', 'window', 'printed', 1, 'Amina')`)
  for (const { sql } of triggers) raw.exec(sql)
  raw.exec(`${beforeReferences} delete from kysely_migration where name >= '0012_counter'`)
  raw.close()

  await shop.open()
  expect(shop.read('select life, outcome, answered_by from print')).toEqual([
    { life: 'original', outcome: 'printed', answered_by: null },
  ])
  const [sale] = shop.read<{ number: string }>('select number from invoice')
  const again = await shop.reply('sale.complete', {
    lines: [{ itemId: soap.id, quantity: 100 }],
    tenders: [{ method: '06', amount: soap.price, reference: 'TKN4B7X2QF' }],
    requestId: 'a-code-once-more',
  })
  expect(again).toMatchObject({ ok: false, error: { reason: 'tender.codeUsed', params: sale } })
})

it('marks the items whose class nobody has chosen, and sells below its stock as before', async () => {
  const shop = await openShop()
  const ofTill = await shop.goods({ name: 'Margarine', itemClass: '5059690800' })
  await shop.goods({ name: 'Bar soap', itemClass: '5313160900' })
  await shop.goods({ name: 'Repair', type: '3', itemClass: '8014160000' })
  await shop.close()

  removeJournal(shop)
  shop.tamper(`insert into item (code, name, type, tax_type, price, item_class, class_alias, origin_country, package_unit,
      quantity_unit, active, created_at, updated_at)
    values ('REST-GD', 'Bread', '2', 'A', 100, '5059690800', 'GD', 'KE', 'NT', 'U', 1, 0, 0),
      ('REST-10', 'Buns', '2', 'A', 100, '5059690800', null, 'KE', 'NT', 'U', 1, 0, 0);
    insert into caller_body (kind, key, body, received_at) values ('item', 'REST-10', '{"itemClsCd":"5059690800"}', 0),
      ('item', 'REST-GD', 'damaged', 0);
    delete from setting where name = 'blockBelowStock';
    ${beforeClasses} delete from kysely_migration where name >= '0013'`)

  await shop.open()
  expect(shop.read('select name, class_chosen as chosen from item order by name')).toEqual([
    { name: 'Bar soap', chosen: 1 },
    { name: 'Bread', chosen: 0 },
    { name: 'Buns', chosen: 1 },
    { name: 'Margarine', chosen: 0 },
    { name: 'Repair', chosen: 0 },
  ])
  const { blockBelowStock } = await shop.call('settings.get', {})
  expect(blockBelowStock).toBe(false)
  await shop.sell(ofTill, 10_000_00)
})

it('resends a sale that an earlier version left rejected, once its goods came in', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 0 })
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'refused')
  await shop.close()

  removeJournal(shop)
  shop.tamper(`${beforeResend} drop index submission_settled;
    create index submission_settled on submission (settled_at) where state = 'accepted';
    delete from kysely_migration where name >= '0016'`)

  await shop.open()
  await shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: soap.id, quantity: 100 }] })
  await shop.becomes(invoiceId, 'accepted')
  expect(shop.read('select submission_id, cause from automatic_resend')).toEqual([
    { submission_id: shop.rowOf(invoiceId).id, cause: `addStock/${soap.id}` },
  ])
})

it('makes open credit sales of before open sales of the customer with that PIN, or of one made from the name', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.call('customer.save', { pin: 'A000000001Z', name: 'Amani', phone: '0712 345 678' } as never)
  const numbers: string[] = []
  for (let count = 0; count < 6; count += 1) numbers.push((await shop.sell(soap)).number)
  await shop.settled()
  await shop.close()

  removeJournal(shop)
  shop.unpack()
  const [byPin, byName, sameName, otherPin, credited, cash] = numbers
  shop.tamper(`drop trigger invoice_is_final; drop trigger invoice_tender_is_final;
    update invoice_tender set method = 'credit' where invoice_id in
      (select id from invoice where number <> '${cash}');
    update invoice set buyer_pin = 'A000000001Z' where number = '${byPin}';
    update invoice set buyer_name = 'Mama Njeri' where number = '${byName}';
    update invoice set buyer_name = 'mama njeri' where number = '${sameName}';
    update invoice set buyer_name = 'Kazi', buyer_pin = 'P051234567X' where number = '${otherPin}';
    insert into payment_change (invoice_id, change, changed_at, author_name)
      select id, 0, 1, 'x' from invoice where number = '${credited}';
    insert into payment_change_tender (change_id, method, amount) values (1, 'cash', 1);
    ${beforeCustomers} delete from kysely_migration where name >= '0024'`)
  await shop.open()
  const rows = shop.read<
    Record<string, unknown>
  >(`select c.name, c.pin, c.number, c.phone_key, count(s.invoice_id) as sales,
      coalesce(sum(s.owed = i.total and s.earlier), 0) as open
    from customer c left join customer_sale s on s.customer_id = c.id left join invoice i on i.id = s.invoice_id
    group by c.id order by c.id`)
  expect(rows).toEqual([
    { name: 'Amani', pin: 'A000000001Z', number: 1, phone_key: '254712345678', sales: 1, open: 1 },
    { name: 'Mama Njeri', pin: null, number: 2, phone_key: null, sales: 2, open: 2 },
    { name: 'Kazi', pin: 'P051234567X', number: 3, phone_key: null, sales: 1, open: 1 },
  ])
  expect(shop.read("select next from counter where name = 'customer'")).toEqual([{ next: 4 }])
  const sales = shop.read<{ id: number }>('select invoice_id as id from customer_sale where customer_id = 2')
  const marked = {
    customerId: 2,
    sales: sales.map(({ id }) => id),
    note: 'Receipt book, page 4',
    requestId: 'request-of-before',
  }
  expect(await shop.call('account.markPaid', marked)).toMatchObject({ amount: 232_00, owed: 0 })
  const { statement, html } = await shop.call('account.statement', {
    customerId: 2,
    from: '20200101',
    to: '20991231',
    language: 'en',
  })
  expect(statement.entries.at(-1)).toMatchObject({ kind: 'paidBefore', change: -232_00, note: marked.note })
  expect(html).toContain(marked.note)
  expect((await shop.call('audit.list', { limit: 1 })).entries).toMatchObject([
    { kind: 'paidBefore', amount: 232_00, detail: { reason: marked.note } },
  ])
  expect(shop.read('select sum(owed) as owed from customer_sale where customer_id = 2')).toEqual([
    { owed: 0 },
  ])
  expect(shop.read('pragma foreign_key_check')).toEqual([])
})

it('gives items of before a uid, the same one in each copy of the books', async () => {
  const shop = await openShop()
  await shop.goods()
  await shop.goods({ name: 'Rice' })
  const uids = async () => {
    await shop.close()
    removeJournal(shop)
    shop.tamper(`update item set uid = null; ${withoutAhead}
      delete from kysely_migration where name >= '0062'`)
    await shop.open()
    return shop.read<{ uid: string }>('select uid from item order by id').map(({ uid }) => uid)
  }
  const first = await uids()
  await shop.call('item.save', { id: 1, name: 'Bar soap', taxType: 'B', price: 1, itemClass: '5313160900' })
  for (const uid of first) expect(z.uuid().safeParse(uid).success).toBe(true)
  expect(new Set(first).size).toBe(2)
  expect(await uids()).toEqual(first)
})

it('has nothing paid for other tills by payments of before', async () => {
  const shop = await openShop()
  const { id: itemId, price } = await shop.goods()
  const input = { name: 'Njeri', creditLimit: 1_000_00, requestId: 'request-customer' }
  const customerId = (await shop.call('customer.save', input)).id as number
  await shop.call('sale.complete', {
    lines: [{ itemId, quantity: 100 }],
    tenders: [{ method: '02', amount: price }],
    buyer: { customerId },
    requestId: 'request-on-credit',
  })
  const paid = { customerId, method: '01', amount: 50_00, requestId: 'request-paid' }
  const before = await shop.call('account.pay', paid)
  await shop.close()
  removeJournal(shop)
  shop.tamper(`${withoutAhead} delete from kysely_migration where name >= '0063'`)
  await shop.open()
  expect(shop.read('select ahead, elsewhere from customer join account_entry')).toEqual([
    { ahead: 0, elsewhere: 0 },
  ])
  expect(await shop.call('account.pay', paid)).toEqual(before)
  expect(await shop.call('account.get', { customerId })).toMatchObject({
    owed: price - 50_00,
    elsewhere: 0,
    open: [{ owed: price - 50_00 }],
  })
})
