import type { Receipt } from './calls/sales.ts'
import { stamp } from './clock.ts'
import type { Store } from './store.ts'

type DocumentRow = {
  tin: string
  bhfId: string
  serial: string
  number: number
  body: string
  acceptedAt: number
}

/** The next number of every counter. `receipts PIN/branch` is a branch's receipt counter. */
export const readCounters = (store: Store) =>
  store.all<{ scope: string; kind: string; next: number }>(
    'SELECT scope, kind, last + 1 AS next FROM counter ORDER BY scope, kind',
  )

/** Everything accepted so far, in the order of acceptance, of all taxpayers or one. Quantities are whole units. */
export function readLedger(store: Store, tin?: string) {
  const filter = tin === undefined ? '' : 'WHERE tin = ?'
  const values = tin === undefined ? [] : [tin]
  const documents = (table: string) =>
    store
      .all<DocumentRow>(
        `SELECT tin, bhf_id AS bhfId, serial, number, body, changed_at AS acceptedAt FROM ${table} ${filter} ORDER BY id`,
        ...values,
      )
      .map(({ body, ...row }) => ({ ...row, request: JSON.parse(body) }))
  return {
    sales: store
      .all<DocumentRow & { receipt: string }>(
        `SELECT tin, bhf_id AS bhfId, serial, number, body, changed_at AS acceptedAt, receipt FROM sale ${filter} ORDER BY id`,
        ...values,
      )
      .map(({ body, receipt, ...row }) => {
        const { acceptedAt, ...signed } = JSON.parse(receipt) as Receipt
        return { ...row, request: JSON.parse(body), receipt: { ...signed, sdcDateTime: stamp(acceptedAt) } }
      }),
    purchases: documents('purchase'),
    stockRecords: documents('stock_io'),
    stock: store.all(
      `SELECT tin, bhf_id AS bhfId, item AS itemCd, on_hand / 100.0 AS onHand, sold / 100.0 AS soldNotMoved,
         mistaxed / 100.0 AS mistaxed FROM stock ${filter} ORDER BY tin, bhf_id, item`,
      ...values,
    ),
    items: store
      .all<{ tin: string; code: string; body: string }>(
        `SELECT tin, code, body FROM item ${filter} ORDER BY tin, code`,
        ...values,
      )
      .map(({ tin: owner, code, body }) => ({ tin: owner, itemCd: code, request: JSON.parse(body) })),
    records: store
      .all<{ kind: string; tin: string; bhfId: string; code: string; body: string }>(
        `SELECT kind, tin, bhf_id AS bhfId, code, body FROM record ${filter} ORDER BY kind, tin, bhf_id, code`,
        ...values,
      )
      .map(({ body, ...row }) => ({ ...row, request: JSON.parse(body) })),
    imports: store
      .all<{ tin: string; body: string }>(
        `SELECT tin, body FROM import ${filter} ORDER BY tin, task, seq`,
        ...values,
      )
      .map(({ tin: owner, body }) => ({ tin: owner, ...JSON.parse(body) })),
    devices: store
      .all<{ approved: number; corrupt: number }>(
        `SELECT tin, bhf_id AS bhfId, serial, type, approved, corrupt, sdc_id AS sdcId, mrc_no AS mrcNo, dvc_id AS dvcId,
           initialised_at AS initialisedAt FROM device ${filter} ORDER BY tin, bhf_id, serial`,
        ...values,
      )
      .map((row) => ({ ...row, approved: row.approved === 1, corrupt: row.corrupt === 1 })),
    counters: readCounters(store).filter(({ scope }) => tin === undefined || scope.includes(tin)),
  }
}
