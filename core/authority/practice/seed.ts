import { hundredthsOf } from './body.ts'
import { supplyOf, taxableOf } from './checks/arithmetic.ts'
import { day, stamp } from './clock.ts'
import { DIRECTORY } from './data/directory.ts'
import {
  IMPORTS,
  type SeededImport,
  type SeededInvoice,
  type SeededLine,
  SUPPLIER_INVOICES,
  TRANSFER_LINES,
} from './data/incoming.ts'
import { rates, type Settings, TAX_TYPES } from './settings.ts'
import type { Store } from './store.ts'
import { addSupplierInvoice, asIncoming } from './supplierInvoices.ts'
import { addTaxpayer, type Taxpayer, taxpayerOf } from './taxpayers.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** The taxpayers that every caller can look up. */
export function seedDirectory(store: Store, extra: readonly Taxpayer[]): void {
  for (const row of DIRECTORY.trim().split('\n')) {
    const [tin = '', status, name = '', county = '', subCounty = '', locality = '', place = ''] =
      row.split('|')
    addTaxpayer(store, { tin, status: status === 'D' ? 'D' : 'A', name, county, subCounty, locality, place })
  }
  for (const taxpayer of extra) addTaxpayer(store, taxpayer)
}

type Newcomer = { tin: string; bhfId: string; now: number; settings: Settings }

/**
 * The data of a new taxpayer after its first device is initialised: branches, supplier invoices, imports, a transfer.
 */
export function seedTaxpayerData(store: Store, newcomer: Newcomer): void {
  const { tin, bhfId, now } = newcomer
  const known = store.get("SELECT 1 FROM record WHERE kind = 'branch' AND tin = ?", tin)
  if (!taxpayerOf(store, tin)) {
    addTaxpayer(store, {
      tin,
      name: `TAXPAYER ${tin}`,
      status: 'A',
      county: 'NAIROBI CITY',
      subCounty: 'STAREHE',
      locality: 'NAIROBI CENTRAL',
      place: 'Moi Avenue',
    })
  }
  for (const branch of new Set(['00', '01', '02', bhfId])) addBranch(store, { tin, branch, now })
  if (known) return
  for (const invoice of SUPPLIER_INVOICES) addInvoice(store, newcomer, invoice)
  for (const entry of IMPORTS) addImport(store, newcomer, entry)
  addTransfer(store, newcomer)
}

function addBranch(store: Store, { tin, branch, now }: { tin: string; branch: string; now: number }): void {
  const taxpayer = taxpayerOf(store, tin)
  const head = branch === '00'
  const body = {
    tin,
    bhfId: branch,
    bhfNm: head ? 'Headquarter' : `Branch ${branch}`,
    bhfSttsCd: '01',
    prvncNm: taxpayer?.county ?? null,
    dstrtNm: taxpayer?.subCounty ?? null,
    sctrNm: taxpayer?.locality ?? null,
    locDesc: head ? (taxpayer?.place ?? null) : `${taxpayer?.place}, branch ${branch}`,
    mgrNm: `Manager ${branch}`,
    mgrTelNo: `07000000${branch}`,
    mgrEmail: `branch${branch}@practice.invalid`,
    hqYn: head ? 'Y' : 'N',
  }
  store.run(
    `INSERT INTO record (kind, tin, bhf_id, code, body, changed_at) VALUES ('branch', ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    tin,
    branch,
    branch,
    JSON.stringify(body),
    now,
  )
}

/** A line's amounts in whole currency, computed like the strict checks, plus the seed's error (in cents). */
function lineAmounts(line: SeededLine, settings: Settings) {
  const supply = supplyOf(hundredthsOf(line.price) ?? 0, line.quantity * 100)
  const taxable = taxableOf(supply, rates(settings)[line.taxType]) + (line.centsOff ?? 0)
  return { supply, taxable, tax: supply - taxable }
}

/** Adds a supplier's invoice to this taxpayer. */
export function addInvoice(
  store: Store,
  { tin, now, settings }: Omit<Newcomer, 'bhfId'>,
  seeded: SeededInvoice,
): void {
  const soldAt = now - seeded.daysAgo * DAY
  const supplierName = taxpayerOf(store, seeded.supplier)?.name ?? seeded.supplier
  const rows = seeded.lines.map((line) => ({ line, ...lineAmounts(line, settings) }))
  const total = (pick: (row: (typeof rows)[number]) => number, type?: string) =>
    rows.filter((row) => !type || row.line.taxType === type).reduce((sum, row) => sum + pick(row), 0) / 100
  const sale = {
    invcNo: seeded.number,
    rcptTyCd: seeded.credit ? 'R' : 'S',
    pmtTyCd: '02',
    cfmDt: stamp(soldAt),
    salesDt: day(soldAt),
    stockRlsDt: stamp(soldAt),
    ...Object.fromEntries(
      TAX_TYPES.flatMap((type) => [
        [`taxblAmt${type}`, total((row) => row.taxable, type)],
        [`taxRt${type}`, rates(settings)[type]],
        [`taxAmt${type}`, total((row) => row.tax, type)],
      ]),
    ),
    totTaxblAmt: total((row) => row.taxable),
    totTaxAmt: total((row) => row.tax),
    totAmt: total((row) => row.supply),
    remark: null,
    itemList: rows.map(({ line, supply, taxable, tax }, index) => ({
      ...lineBody(line, index),
      splyAmt: supply / 100,
      dcRt: 0,
      dcAmt: 0,
      taxblAmt: taxable / 100,
      taxAmt: tax / 100,
      totAmt: supply / 100,
    })),
  }
  const supplier = {
    spplrTin: seeded.supplier,
    spplrNm: supplierName,
    spplrBhfId: '00',
    spplrSdcId: `KRACU09${seeded.supplier.slice(2, 10)}`,
  }
  addSupplierInvoice(store, {
    buyer: tin,
    supplier: seeded.supplier,
    supplierBhfId: '00',
    number: seeded.number,
    body: asIncoming(sale, supplier),
    at: now,
  })
}

const lineBody = (line: SeededLine, index: number) => ({
  itemSeq: index + 1,
  itemCd: line.code,
  itemClsCd: line.class,
  itemNm: line.name,
  bcd: line.barcode ?? null,
  pkgUnitCd: 'NT',
  pkg: 1,
  qtyUnitCd: 'NO',
  qty: line.quantity,
  prc: line.price,
  taxTyCd: line.taxType,
})

/** Tells this taxpayer of an entry of customs; one with the same task and sequence is replaced. */
export function addImport(
  store: Store,
  { tin, now }: Pick<Newcomer, 'tin' | 'now'>,
  { task, form, body }: SeededImport,
): void {
  store.run(
    `INSERT INTO import (tin, task, seq, declared, form, body, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tin, task, seq) DO UPDATE SET form = excluded.form, body = excluded.body, changed_at = excluded.changed_at`,
    tin,
    task,
    body.itemSeq,
    day(now - 14 * DAY),
    form,
    JSON.stringify({ taskCd: task, ...body }),
    now,
  )
}

/** Goods that another branch sent to this one, to be booked in. */
function addTransfer(store: Store, { tin, bhfId, now, settings }: Newcomer): void {
  const rows = TRANSFER_LINES.map((line) => ({ line, ...lineAmounts(line, settings) }))
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + pick(row), 0) / 100
  const body = {
    custTin: tin,
    custBhfId: bhfId === '00' ? '01' : '00',
    sarNo: 1,
    ocrnDt: day(now - DAY),
    totItemCnt: rows.length,
    totTaxblAmt: sum((row) => row.taxable),
    totTaxAmt: sum((row) => row.tax),
    totAmt: sum((row) => row.supply),
    remark: null,
    itemList: rows.map(({ line, supply, taxable, tax }, index) => ({
      ...lineBody(line, index),
      itemExprDt: null,
      splyAmt: supply / 100,
      totDcAmt: 0,
      taxblAmt: taxable / 100,
      taxAmt: tax / 100,
      totAmt: supply / 100,
    })),
  }
  store.run(
    'INSERT INTO transfer (tin, bhf_id, body, changed_at) VALUES (?, ?, ?, ?)',
    tin,
    bhfId,
    JSON.stringify(body),
    now,
  )
}
