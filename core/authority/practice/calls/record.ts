import { done, type Outcome } from '../outcome.ts'
import type { CallRequest } from './call.ts'

/** Saves or replaces one of a branch's records under its own code. */
export function saveRecord(
  { store, device, body, now }: CallRequest,
  record: { kind: 'customer' | 'user' | 'insurance' | 'composition' | 'stockMaster'; code: string },
): Outcome {
  store.run(
    `INSERT INTO record (kind, tin, bhf_id, code, body, changed_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET body = excluded.body, changed_at = excluded.changed_at`,
    record.kind,
    device.tin,
    device.bhfId,
    record.code,
    JSON.stringify(body),
    now,
  )
  return done()
}
