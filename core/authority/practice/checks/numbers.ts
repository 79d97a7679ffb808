import type { CallRequest } from '../calls/call.ts'
import { broken, type Refusal, refused } from '../outcome.ts'

export type CounterKind = 'sales' | 'purchases' | 'stock' | 'items'

/** The tables whose numbers must be unique within a scope. */
type Numbered = 'sale' | 'purchase' | 'stock_io'

const TEXTS: Readonly<Record<CounterKind, (expected: number, found: number) => string>> = {
  sales: (expected, found) => `Invc No: ${found} is invalid, use the expected value: ${expected}`,
  purchases: (expected, found) => `Invalid invcNo sequence, expected: ${expected} but found: ${found}`,
  stock: (expected, found) => `Invalid sarNo: Expected: ${expected} but found: ${found}`,
  items: (expected) => `Invalid itemCd Sequence. Expected sequence ending with: ********${expected}`,
}

type Owner = Pick<CallRequest, 'store' | 'settings' | 'device'>

/** The owner of the document counters: the PIN, or the branch (authority §5.2, a setting). */
export const scopeOf = ({ settings, device }: Pick<Owner, 'settings' | 'device'>): string =>
  settings.countersPer === 'branch' ? `${device.tin}/${device.bhfId}` : device.tin

/** A branch's receipt counters: one per label, and the total (authority §9). */
export const branchOf = ({ tin, bhfId }: { tin: string; bhfId: string }): string => `receipts ${tin}/${bhfId}`

export const lastNumber = ({ store }: Pick<Owner, 'store'>, scope: string, kind: string): number =>
  store.get<{ last: number }>('SELECT last FROM counter WHERE scope = ? AND kind = ?', scope, kind)?.last ?? 0

/** Moves a counter to a number that was accepted; it never goes back. */
export function advance(
  { store }: Pick<Owner, 'store'>,
  counter: { scope: string; kind: string; to: number },
): void {
  store.run(
    `INSERT INTO counter (scope, kind, last) VALUES (?, ?, ?)
     ON CONFLICT (scope, kind) DO UPDATE SET last = max(last, excluded.last)`,
    counter.scope,
    counter.kind,
    counter.to,
  )
}

/** Strict: only the next number, so no gap and no duplicate. Loose: any number once, a second use is `994` (authority §5.2). */
export function checkNumber(
  request: CallRequest,
  counter: { kind: CounterKind; table: Numbered; number: number },
): Refusal | undefined {
  const scope = scopeOf(request)
  if (request.strict) return checkNext(request, counter)
  const taken = request.store.get(
    `SELECT 1 FROM ${counter.table} WHERE scope = ? AND number = ?`,
    scope,
    counter.number,
  )
  return taken ? refused('994') : undefined
}

/** Only the next number of the counter will do. */
export function checkNext(
  request: CallRequest,
  counter: { kind: CounterKind; number: number },
): Refusal | undefined {
  // The catalogue is the taxpayer's, so its counter is too (authority §1.4 no. 7).
  const scope = counter.kind === 'items' ? request.device.tin : scopeOf(request)
  const expected = lastNumber(request, scope, counter.kind) + 1
  return counter.number === expected ? undefined : broken(TEXTS[counter.kind](expected, counter.number))
}
