import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** No row in `hub_shares`: no hub owns this till's catalogue, so nothing is noted. `applying`: the hub's own news. */
const whileShared =
  'exists (select 1 from hub_shares where applying = 0) and not exists (select 1 from repair)'

const itemColumns = [
  ...['name', 'second_name', 'barcode', 'category', 'type', 'tax_type', 'price', 'item_class', 'class_alias'],
  ...['class_chosen', 'origin_country', 'package_unit', 'quantity_unit', 'standard_name', 'batch_number'],
  ...['additional_info', 'description', 'low_stock', 'active', 'favourite', 'colour'],
]
const customerColumns = [
  ...['pin', 'name', 'phone', 'address', 'email', 'fax', 'remark', 'active', 'credit_limit', 'merged_into'],
]
/** The settings of a shop. A till's own, such as its paper and printer, stay at the till. */
const settings = [
  ...['shop', 'scaleRules', 'deadlineHours', 'blockBelowStock', 'cashierDiscount', 'orderLeadDays'],
  ...[
    'orderSafetyDays',
    'supplierLeadDays',
    'largeDifference',
    'largeDifferenceShare',
    'acts',
    'shiftRequired',
  ],
  ...[
    'blindCount',
    'cashierSeesFigures',
    'differenceLimit',
    'roundCash',
    'tenders',
    'denominations',
    'sellPages',
  ],
  ...['defaultGoodsClass', 'defaultServiceClass'],
]

const noting = (kind: string, key: string, who: string): string =>
  `begin insert into hub_changed (kind, key, who) values ('${kind}', ${key}, ${who})
     on conflict (kind, key) do update set who = excluded.who; end`

/** Several statements of a person's act name one row, so each of these fires more than once for it. */
const triggers: [name: string, event: string, when: string, act: string][] = [
  ['hub_item_made', 'insert on item', '', noting('item', 'cast(new.id as text)', 'new.modifier_name')],
  [
    'hub_item_changed',
    `update of ${itemColumns.join(', ')} on item`,
    '',
    noting('item', 'cast(new.id as text)', 'new.modifier_name'),
  ],
  [
    'hub_customer_made',
    'insert on customer',
    '',
    noting('customer', 'cast(new.id as text)', 'new.modifier_name'),
  ],
  [
    'hub_customer_changed',
    `update of ${customerColumns.join(', ')} on customer`,
    '',
    noting('customer', 'cast(new.id as text)', 'new.modifier_name'),
  ],
  ...(['insert', 'update'] as const).flatMap((event): typeof triggers => [
    [
      `hub_setting_${event}`,
      `${event} on setting`,
      `new.name in (${settings.map((name) => `'${name}'`).join(', ')}) and `,
      noting('setting', 'new.name', 'null'),
    ],
    ...['class', 'colour'].map((what): (typeof triggers)[number] => [
      `hub_category_${what}_${event}`,
      `${event} on category_${what}`,
      '',
      noting('setting', `'category_${what}:' || new.category`, 'null'),
    ]),
  ]),
  [
    'hub_category_colour_delete',
    'delete on category_colour',
    '',
    noting('setting', "'category_colour:' || old.category", 'null'),
  ],
]

/** What a branch hub owns: which rows changed here since it was told, what it told last, and the wishes it has. */
export const shared: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column uid text`.execute(db)
    await sql`alter table item add column modifier_name text`.execute(db)
    await sql`create unique index item_uid on item (uid) where uid is not null`.execute(db)
    // Two tills may give one barcode to two new items before they hear of each other.
    await sql`drop index item_barcode`.execute(db)
    await sql`create index item_barcode on item (barcode) where barcode is not null`.execute(db)
    // A hub may know the customer already, under another uid.
    await sql`drop trigger customer_is_known`.execute(db)
    await sql`create trigger customer_is_known before update of id, number on customer
      when not exists (select 1 from repair)
      begin select raise(abort, 'a customer keeps its number'); end`.execute(db)

    await sql`create table hub_shares (
      id integer primary key check (id = 1),
      branch text not null,
      reading integer not null default 0,
      item_after integer,
      customer_after integer,
      settings_told integer not null default 0 check (settings_told in (0, 1)),
      people_told integer not null default -1,
      applying integer not null default 0 check (applying in (0, 1))
    ) strict`.execute(db)
    await sql`create table hub_changed (
      kind text not null,
      key text not null,
      who text,
      why text check (why in ('again', 'joining')),
      primary key (kind, key)
    ) strict, without rowid`.execute(db)
    await sql`create table hub_base (
      uid text primary key,
      kind text not null,
      versions text not null,
      body text not null,
      whole integer not null default 1 check (whole in (0, 1)),
      reading integer not null
    ) strict, without rowid`.execute(db)
    await sql`create index hub_base_reading on hub_base (reading)`.execute(db)
    await sql`create index hub_base_in_part on hub_base (uid) where whole = 0`.execute(db)
    await sql`create table wish (
      uid text primary key,
      kind text not null,
      of_uid text not null,
      seq integer not null unique,
      joins integer not null check (joins in (0, 1)),
      outcome text check (outcome in ('offered', 'refused')),
      answer text,
      ended_at integer,
      check ((outcome is null) = (ended_at is null))
    ) strict, without rowid`.execute(db)
    await sql`create index wish_of on wish (of_uid, seq)`.execute(db)
    await sql`create index wish_ended on wish (ended_at) where ended_at is not null`.execute(db)
    await sql`create table hub_level (
      uid text primary key,
      on_hand integer not null,
      authority_on_hand integer not null,
      record integer not null
    ) strict, without rowid`.execute(db)

    for (const [name, event, when, act] of triggers)
      await sql.raw(`create trigger ${name} after ${event} when ${when}${whileShared} ${act}`).execute(db)
  },
}
