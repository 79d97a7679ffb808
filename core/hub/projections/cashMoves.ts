/** Cash in and out of the drawers, and payments on account: money that is no sale. */
import { type CashMove, insertCashMoves } from '../../../db/hub/projected.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { dayOf } from './documents.ts'
import type { FactOrigin, Projection } from './projection.ts'

const amountIn = (row: Record<string, unknown>): number => {
  const { amount } = row
  if (!Number.isSafeInteger(amount)) throw new Error(`Cash moved by ${amount}, which is no number`)
  return Number(amount)
}

const moveOf = ({ id: origin, branch }: FactOrigin, { kind, rowId, rows }: Fact): CashMove | null => {
  if (rows === null || rowId === null) return null
  const { row } = rows
  const of = { branch, origin, id: rowId, amount: amountIn(row) }
  if (kind === 'accountPaid')
    return {
      ...of,
      kind: 'onAccount',
      day: dayOf(String(row['day'])),
      method: String(row['method']),
      tender_name: row['tender_name'] == null ? null : String(row['tender_name']),
    }
  return {
    ...of,
    kind: row['kind'] as CashMove['kind'],
    day: dayOf(toWireDate(Number(row['moved_at']))),
    method: 'cash',
    tender_name: null,
  }
}

export const cashMoves: Projection = {
  kinds: ['accountPaid', 'cashIn', 'cashOut'],
  make: (tx, origin, facts) =>
    insertCashMoves(
      tx,
      facts.map((fact) => moveOf(origin, fact)).filter((move) => move !== null),
    ),
}
