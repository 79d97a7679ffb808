/**
 * The practice authority's own store. Quantities are integer hundredths, times epoch milliseconds of its clock;
 * `body` is the caller's JSON as accepted. `scope` is the owner of a counter: a PIN, or PIN/branch.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS token (token TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS taxpayer (
  tin TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('A', 'D')),
  county TEXT NOT NULL, sub_county TEXT NOT NULL, locality TEXT NOT NULL, place TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS device (
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, serial TEXT NOT NULL,
  approved INTEGER NOT NULL DEFAULT 1, type TEXT NOT NULL DEFAULT 'OSCU' CHECK (type IN ('OSCU', 'VSCU')),
  corrupt INTEGER NOT NULL DEFAULT 0, cmc_key TEXT UNIQUE, sdc_id TEXT, mrc_no TEXT, dvc_id TEXT, initialised_at INTEGER,
  PRIMARY KEY (tin, bhf_id, serial)
) STRICT;
CREATE TABLE IF NOT EXISTS counter (
  scope TEXT NOT NULL, kind TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (scope, kind)
) STRICT;
CREATE TABLE IF NOT EXISTS item (
  tin TEXT NOT NULL, code TEXT NOT NULL, bhf_id TEXT NOT NULL, type TEXT NOT NULL, tax_type TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, PRIMARY KEY (tin, code)
) STRICT;
CREATE TABLE IF NOT EXISTS sale (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, number INTEGER NOT NULL,
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, serial TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, receipt TEXT NOT NULL, changed_at INTEGER NOT NULL, UNIQUE (scope, number)
) STRICT;
CREATE TABLE IF NOT EXISTS purchase (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, number INTEGER NOT NULL,
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, serial TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, UNIQUE (scope, number)
) STRICT;
CREATE TABLE IF NOT EXISTS supplier_invoice (
  tin TEXT NOT NULL, supplier TEXT NOT NULL, supplier_bhf_id TEXT NOT NULL, number INTEGER NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, registered_at INTEGER,
  PRIMARY KEY (tin, supplier, supplier_bhf_id, number)
) STRICT;
CREATE TABLE IF NOT EXISTS stock_io (
  id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, number INTEGER NOT NULL,
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, serial TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, UNIQUE (scope, number)
) STRICT;
CREATE TABLE IF NOT EXISTS stock (
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, item TEXT NOT NULL,
  on_hand INTEGER NOT NULL DEFAULT 0, sold INTEGER NOT NULL DEFAULT 0, mistaxed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tin, bhf_id, item)
) STRICT;
CREATE TABLE IF NOT EXISTS stock_in (
  tin TEXT NOT NULL, bhf_id TEXT NOT NULL, item TEXT NOT NULL, at INTEGER NOT NULL, quantity INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS stock_in_time ON stock_in (tin, bhf_id, item, at);
CREATE TABLE IF NOT EXISTS transfer (
  id INTEGER PRIMARY KEY AUTOINCREMENT, tin TEXT NOT NULL, bhf_id TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS import (
  tin TEXT NOT NULL, task TEXT NOT NULL, seq INTEGER NOT NULL, declared TEXT NOT NULL, form TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, PRIMARY KEY (tin, task, seq)
) STRICT;
CREATE TABLE IF NOT EXISTS record (
  kind TEXT NOT NULL, tin TEXT NOT NULL, bhf_id TEXT NOT NULL, code TEXT NOT NULL,
  body TEXT NOT NULL, changed_at INTEGER NOT NULL, PRIMARY KEY (kind, tin, bhf_id, code)
) STRICT;
`

/** Every table, for the reset of the control path. */
export const TABLES = [
  'setting',
  'token',
  'taxpayer',
  'device',
  'counter',
  'item',
  'sale',
  'purchase',
  'supplier_invoice',
  'stock_io',
  'stock',
  'stock_in',
  'transfer',
  'import',
  'record',
] as const
