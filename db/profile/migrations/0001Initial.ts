import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const invoiceContent = `id, kind, number, trader_number, source, original_id, reason, sold_at, day, author_id, author_name, buyer_pin,
  buyer_name, payment_method, total, taxable, tax, discount, tendered, change, line_count, tax_rates, request_id,
  body_hash, caller_body`

const statements = [
  `create table setting (name text primary key, value text not null) strict`,

  `create table device (
    id integer primary key check (id = 1),
    serial text not null,
    sdc_id text not null,
    mrc_no text not null,
    taxpayer_name text,
    branch_name text,
    place text,
    initialised_at integer not null
  ) strict`,

  // Next free numbers: the till's own series and the authority's counters as far as known.
  `create table counter (name text primary key, next integer not null check (next >= 1)) strict`,

  `create table item (
    id integer primary key,
    code text not null unique,
    authority_code text unique,
    name text not null,
    barcode text,
    category text,
    type text not null check (type in ('1', '2', '3')),
    tax_type text not null check (tax_type in ('A', 'B', 'C', 'D', 'E')),
    price integer not null check (price >= 0),
    item_class text not null,
    class_alias text check (class_alias in ('SV', 'GD')),
    origin_country text not null,
    package_unit text not null,
    quantity_unit text not null,
    standard_name text,
    batch_number text,
    additional_info text,
    description text,
    low_stock integer,
    active integer not null check (active in (0, 1)),
    favourite integer not null default 0 check (favourite in (0, 1)),
    on_hand integer not null default 0,
    authority_on_hand integer not null default 0,
    sold_count integer not null default 0,
    registration text not null default 'waiting' check (registration in ('waiting', 'registered', 'refused')),
    last_stock_in_id integer,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  `create unique index item_barcode on item (barcode) where barcode is not null`,
  `create index item_name on item (name collate nocase, id)`,
  `create index item_category on item (category, name collate nocase) where active = 1`,
  `create index item_favourite on item (name collate nocase) where favourite = 1 and active = 1`,
  `create index item_low on item (id) where type <> '3' and low_stock is not null and on_hand <= low_stock`,
  `create index item_unregistered on item (id) where registration <> 'registered'`,
  `create index item_price on item (price) where active = 1`,
  `create index item_updated on item (updated_at, id)`,
  `create virtual table item_search using fts5 (name, code, barcode, content = 'item', content_rowid = 'id',
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')`,
  `create trigger item_search_insert after insert on item begin
    insert into item_search (rowid, name, code, barcode) values (new.id, new.name, new.code, new.barcode); end`,
  `create trigger item_search_update after update of name, code, barcode on item begin
    insert into item_search (item_search, rowid, name, code, barcode) values ('delete', old.id, old.name, old.code, old.barcode);
    insert into item_search (rowid, name, code, barcode) values (new.id, new.name, new.code, new.barcode); end`,

  `create table customer (
    pin text primary key,
    name text not null,
    number text not null,
    address text,
    phone text,
    email text,
    fax text,
    remark text,
    active integer not null default 1 check (active in (0, 1)),
    author_id text not null,
    author_name text not null,
    modifier_id text not null,
    modifier_name text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  // The authority's answer about a taxpayer, stored for hours without a connection.
  `create table taxpayer (
    pin text primary key,
    name text not null,
    active integer not null check (active in (0, 1)),
    county text,
    place text,
    checked_at integer not null
  ) strict`,

  `create table invoice (
    id integer primary key,
    kind text not null check (kind in ('sale', 'creditNote')),
    number text not null,
    trader_number text,
    source text not null check (source in ('till', 'software')),
    superseded integer not null default 0 check (superseded in (0, 1)),
    original_id integer references invoice (id),
    reason text,
    sold_at integer not null,
    day text not null,
    author_id text not null,
    author_name text not null,
    buyer_pin text,
    buyer_name text,
    payment_method text,
    total integer not null check (total >= 0),
    taxable integer not null check (taxable >= 0),
    tax integer not null check (tax >= 0),
    discount integer not null check (discount >= 0),
    tendered integer not null default 0,
    change integer not null default 0,
    line_count integer not null check (line_count > 0),
    tax_rates text not null,
    request_id text unique,
    body_hash text,
    caller_body text,
    check ((kind = 'creditNote') = (original_id is not null))
  ) strict`,
  // A number belongs to one document until the authority finally rejected it and its caller reuses the number.
  `create unique index invoice_number on invoice (number) where superseded = 0`,
  `create index invoice_trader on invoice (trader_number) where trader_number is not null`,
  `create index invoice_day on invoice (day, id)`,
  `create index invoice_original on invoice (original_id) where original_id is not null`,
  `create index invoice_buyer on invoice (buyer_pin, id) where buyer_pin is not null`,
  `create index invoice_total on invoice (total, id)`,
  `create table invoice_line (
    invoice_id integer not null references invoice (id),
    position integer not null,
    item_id integer references item (id),
    item_code text not null,
    name text not null,
    item_class text not null,
    item_type text not null,
    barcode text,
    package_unit text not null,
    quantity_unit text not null,
    quantity integer not null check (quantity > 0),
    unit_price integer not null,
    discount integer not null,
    total integer not null,
    taxable integer not null,
    tax integer not null,
    tax_type text not null,
    primary key (invoice_id, position)
  ) strict, without rowid`,
  `create table invoice_tender (
    invoice_id integer not null references invoice (id),
    position integer not null,
    method text not null,
    amount integer not null,
    reference text,
    primary key (invoice_id, position)
  ) strict, without rowid`,
  // A paid document never changes and is never deleted; credit notes correct it. The mark `superseded` is final.
  ...[
    ['invoice', `of ${invoiceContent}`],
    ['invoice_line', ''],
    ['invoice_tender', ''],
  ].flatMap(([table, columns]) => [
    `create trigger ${table}_is_final before update ${columns} on ${table} begin select raise(abort, 'a paid document never changes'); end`,
    `create trigger ${table}_stays before delete on ${table} begin select raise(abort, 'a paid document is never deleted'); end`,
  ]),
  `create trigger invoice_stays_superseded before update of superseded on invoice when old.superseded = 1
    begin select raise(abort, 'a superseded document stays so'); end`,

  // The authority's response to a document.
  `create table signature (
    invoice_id integer primary key references invoice (id),
    authority_number integer not null,
    receipt_number integer,
    total_receipt_number integer,
    internal_data text,
    signature text,
    signed_at text,
    scu_id text not null,
    mrc_no text not null,
    entered_by text,
    stored_at integer not null
  ) strict`,
  // A missing signature may arrive later. An existing one never changes.
  `create trigger signature_is_final before update on signature when old.signature is not null
    begin select raise(abort, 'a signature never changes'); end`,
  `create trigger signature_stays before delete on signature begin select raise(abort, 'a signature is never deleted'); end`,
  `create index signature_receipt on signature (receipt_number)`,
  `create index signature_text on signature (signature)`,

  // Audit rows, each chained to the one before (audit.ts). SQLite stores the greatest number apart from the rows.
  `create table audit (
    seq integer primary key autoincrement check (seq >= 1),
    at integer not null,
    kind text not null,
    subject text not null,
    row_id integer,
    who text not null,
    content text not null,
    hash text not null
  ) strict`,
  `create index audit_signature on audit (row_id, seq) where kind in ('signed', 'unsigned', 'signatureEntered')`,
  `create trigger audit_is_final before update on audit begin select raise(abort, 'the audit trail never changes'); end`,
  `create trigger audit_stays before delete on audit begin select raise(abort, 'the audit trail is never shortened'); end`,

  `create table print (
    id integer primary key,
    invoice_id integer not null references invoice (id),
    life text not null check (life in ('awaiting', 'original', 'copy', 'unsigned')),
    copy_number integer,
    paper text not null,
    target text not null,
    outcome text not null default 'started' check (outcome in ('started', 'printed', 'failed')),
    printed_at integer not null,
    author_name text not null
  ) strict`,
  `create index print_invoice on print (invoice_id, life)`,

  `create table parked_sale (
    id integer primary key,
    label text not null,
    cart text not null,
    line_count integer not null,
    total integer not null,
    author_name text not null,
    parked_at integer not null,
    resumed_at integer
  ) strict`,
  `create index parked_open on parked_sale (id) where resumed_at is null`,

  `create table purchase (
    id integer primary key,
    supplier_pin text not null,
    supplier_branch text not null,
    number text not null,
    sold_on text not null,
    content text not null,
    changed_at integer not null,
    body_hash text,
    caller_body text,
    unique (number, supplier_pin, supplier_branch)
  ) strict`,
  `create index purchase_changed on purchase (changed_at, id)`,
  `create table supplier_item (
    supplier_pin text not null,
    supplier_code text not null,
    item_id integer not null references item (id),
    name text,
    linked_at integer not null,
    primary key (supplier_pin, supplier_code)
  ) strict, without rowid`,
  `create table caller_body (
    kind text not null check (kind in ('item', 'customer', 'insurance')),
    key text not null,
    body text not null,
    received_at integer not null,
    primary key (kind, key)
  ) strict, without rowid`,

  `create table insurance (
    code text primary key,
    name text not null,
    rate integer not null check (rate >= 0),
    active integer not null check (active in (0, 1)),
    created_at integer not null,
    updated_at integer not null
  ) strict`,

  `create table stock_record (
    id integer primary key,
    number text not null,
    type text not null,
    source text not null check (source in ('till', 'software')),
    superseded integer not null default 0 check (superseded in (0, 1)),
    invoice_id integer references invoice (id),
    occurred_on text not null,
    remark text,
    author_name text not null,
    recorded_at integer not null,
    body_hash text,
    caller_body text
  ) strict`,
  `create unique index stock_record_number on stock_record (number) where superseded = 0`,
  `create table movement (
    id integer primary key,
    item_id integer not null references item (id),
    stock_record_id integer not null references stock_record (id),
    type text not null,
    quantity integer not null check (quantity <> 0),
    on_hand_after integer not null,
    moved_at integer not null
  ) strict`,
  `create index movement_item on movement (item_id, id)`,
  `create index movement_record on movement (stock_record_id)`,
  `create trigger movement_is_final before update on movement begin select raise(abort, 'a movement never changes'); end`,
  `create trigger movement_stays before delete on movement begin select raise(abort, 'a movement is never deleted'); end`,

  // One row per document for the authority. Rows are never deleted.
  `create table submission (
    id integer primary key,
    kind text not null check (kind in
      ('item', 'customer', 'sale', 'creditNote', 'purchase', 'stockRecord', 'stockMaster', 'insurance')),
    lane text not null check (lane in ('items', 'sales', 'purchases', 'stock', 'other')),
    state text not null default 'queued'
      check (state in ('queued', 'sending', 'unknown', 'accepted', 'refused', 'withdrawn')),
    blockers integer not null default 0 check (blockers >= 0),
    title text not null,
    amount integer,
    payload text not null,
    item_id integer references item (id),
    invoice_id integer unique references invoice (id),
    stock_record_id integer unique references stock_record (id),
    customer_pin text references customer (pin),
    purchase_id integer references purchase (id),
    insurance_code text references insurance (code),
    author_id text not null,
    author_name text not null,
    authority_number integer,
    may_have_arrived integer not null default 0 check (may_have_arrived in (0, 1)),
    landed integer not null default 0 check (landed in (0, 1)),
    wanted_number integer,
    realigned integer not null default 0 check (realigned in (0, 1)),
    attempts integer not null default 0,
    backoff integer not null default 0,
    next_attempt_at integer not null default 0,
    last_tried_at integer,
    last_code text,
    last_text text,
    remedy text,
    without_signature integer not null default 0 check (without_signature in (0, 1)),
    created_at integer not null,
    settled_at integer,
    withdrawn_by text,
    withdrawn_reason text
  ) strict`,
  // At most one attempt per lane, and one document per number.
  `create unique index submission_in_flight on submission (lane) where state = 'sending'`,
  `create unique index submission_number on submission (lane, authority_number) where authority_number is not null`,
  // The claim: first rows that are uncertain or hold a number, then the oldest that waits for nothing. Each has its
  // own index on purpose: a partial index serves only a query that repeats its condition word for word.
  `create index submission_unknown on submission (lane, id) where state = 'unknown'`,
  `create index submission_holding on submission (lane, id) where state = 'queued' and authority_number is not null`,
  `create index submission_ready on submission (lane, id) where state = 'queued' and blockers = 0`,
  `create index submission_waits on submission (next_attempt_at) where next_attempt_at > 0`,
  `create index submission_open on submission (id) where state in ('queued', 'sending', 'unknown')`,
  `create index submission_age on submission (created_at) where state in ('queued', 'sending', 'unknown')`,
  `create index submission_attention on submission (id)
    where state = 'refused' or state = 'unknown' or without_signature = 1`,
  `create index submission_unsigned on submission (id) where without_signature = 1`,
  `create index submission_settled on submission (settled_at) where state = 'accepted'`,
  `create index submission_moved on submission (settled_at) where stock_record_id is not null`,
  `create index submission_registration on submission (item_id, id) where kind = 'item'`,
  `create index submission_master on submission (item_id)
    where kind = 'stockMaster' and state = 'queued' and attempts = 0`,
  `create index submission_purchase on submission (purchase_id, id) where purchase_id is not null`,
  `create trigger purchase_told after update of state on submission
    when new.purchase_id is not null and new.state <> old.state begin
    update purchase set changed_at = max(changed_at, coalesce(new.settled_at, new.last_tried_at, new.created_at))
    where id = new.purchase_id; end`,
  `create index submission_insurance on submission (insurance_code, id) where insurance_code is not null`,
  `create index submission_customer on submission (customer_pin, id) where customer_pin is not null`,
  `create trigger submission_stays before delete on submission begin select raise(abort, 'a submission is never deleted'); end`,

  // Windows query these on every event. The cost must not depend on the number of pending rows.
  `create table submission_count (
    lane text not null,
    state text not null,
    count integer not null default 0 check (count >= 0),
    primary key (lane, state)
  ) strict, without rowid`,
  ...['items', 'sales', 'purchases', 'stock', 'other'].flatMap((lane) =>
    ['queued', 'sending', 'unknown', 'accepted', 'refused', 'withdrawn'].map(
      (state) => `insert into submission_count (lane, state) values ('${lane}', '${state}')`,
    ),
  ),
  `create trigger submission_counted after insert on submission begin
    update submission_count set count = count + 1 where lane = new.lane and state = new.state; end`,
  `create trigger submission_recounted after update of state on submission when old.state <> new.state begin
    update submission_count set count = count - 1 where lane = old.lane and state = old.state;
    update submission_count set count = count + 1 where lane = new.lane and state = new.state; end`,

  `create table submission_dependency (
    submission_id integer not null references submission (id),
    depends_on integer not null references submission (id),
    need text not null check (need in ('accepted', 'settled')),
    met integer not null default 0 check (met in (0, 1)),
    primary key (submission_id, depends_on)
  ) strict, without rowid`,
  `create index dependency_parent on submission_dependency (depends_on) where met = 0`,

  `create table attempt (
    id integer primary key,
    submission_id integer not null references submission (id),
    action text not null check (action in ('send', 'lookUp')),
    authority_number integer,
    started_at integer not null,
    duration_ms integer,
    outcome text,
    code text,
    text text,
    http_status integer,
    request text not null default '',
    response text
  ) strict`,
  `create index attempt_submission on attempt (submission_id, id)`,

  `create table lane (
    name text primary key,
    paused_reason text check (paused_reason in ('notInitialised', 'notAuthorised', 'counterConflict')),
    paused_detail text,
    paused_at integer
  ) strict`,
  `insert into lane (name) values ('items'), ('sales'), ('purchases'), ('stock'), ('other')`,

  `create table reference_code (
    class text not null,
    class_name text not null,
    code text not null,
    name text not null,
    description text,
    sort_order integer not null,
    user_defined_1 text,
    active integer not null check (active in (0, 1)),
    changed_at integer not null,
    primary key (class, code)
  ) strict, without rowid`,
  `create table item_class (
    code text primary key,
    name text not null,
    level integer not null,
    tax_type text,
    active integer not null check (active in (0, 1))
  ) strict`,
  `create index item_class_level on item_class (level, name)`,
  `create table notice (
    number integer primary key,
    title text not null,
    content text not null,
    url text,
    author text,
    registered_at text not null,
    changed_at integer not null
  ) strict`,
  `create table branch (
    branch_id text primary key,
    name text not null,
    status text,
    county text,
    district text,
    sector text,
    locality text,
    manager_name text,
    manager_phone text,
    manager_email text,
    headquarters integer not null check (headquarters in (0, 1)),
    changed_at integer not null
  ) strict`,
  `create table idempotency (
    route text not null,
    key text not null,
    fingerprint text not null,
    reply text not null,
    created_at integer not null,
    primary key (route, key)
  ) strict, without rowid`,
  `create index idempotency_age on idempotency (created_at)`,
  // Start of the next query, in the authority's own format, and the time of the last one.
  `create table reference_sync (kind text primary key, since text not null, synced_at integer not null) strict`,
]

export const initial: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
