/** Planted faults of transfers, customs, orders, and records that settle a difference (`bugs.ts`). */
import type { Bug } from './counterBugs.ts'

export const goodsBugs: Record<string, Bug> = {
  transferTwice: {
    file: 'core/shop/transfers/store.ts',
    find: 'request_id: input.requestId,',
    replace: 'request_id: ports.ids.uuid(),',
  },
  arrivesUncounted: {
    file: 'core/operations/transfer/move.ts',
    find: 'quantity: (input.lines[index] as (typeof input.lines)[number]).received,',
    replace: 'quantity: line.quantity,',
  },
  dismissedIsTakenIn: {
    file: 'core/operations/transfer/move.ts',
    find: "if (lastArrivalDecision(db, arrival.id)?.act === 'dismissed')",
    replace: "if (lastArrivalDecision(db, arrival.id)?.act === 'takenUp')",
  },
  transferToNobody: {
    file: 'core/shop/transfers/store.ts',
    find: 'branchId: branch.id,\n          },',
    replace: "branchId: '',\n          },",
  },
  arrivalForgotten: {
    file: 'core/shop/transfers/pull.ts',
    find: 'if (arrival.branchId === row.branch_id) return',
    replace: 'if (arrival.branchId === row.branch_id || arrival.lines.length === 2) return',
  },
  goodsBeforeTheirApproval: {
    file: 'core/operations/customs/decide.ts',
    find: "const needs = [{ id: queueDecision(context, deciding), need: 'settled' as const }]",
    replace: "const needs = [{ id: queueDecision(context, deciding), need: 'settled' as const }].slice(1)",
  },
  customsApprovedTwice: {
    file: 'core/operations/customs/decide.ts',
    find: "if (row.state !== 'waiting')",
    replace: "if (row.state === 'rejected')",
    shows: { faults: 'network,crash', acts: 'twice,customs' },
  },
  decisionSwapped: {
    file: 'core/authority/oscu/wire.ts',
    find: "decision.act === 'approved' ? '3' : '4'",
    replace: "decision.act === 'approved' ? '4' : '3'",
  },
  entryNotConverted: {
    file: 'core/operations/customs/decide.ts',
    find: 'const quantity = scale(entry.quantity, input.units, 100)',
    replace: 'const quantity = scale(entry.quantity, 100, 100)',
  },
  orderTwice: {
    file: 'core/operations/order/make.ts',
    find: 'request_id: input.requestId,',
    replace: 'request_id: ports.ids.uuid(),',
  },
  receivedUndelivered: {
    file: 'core/operations/order/end.ts',
    find: "if (act === 'received' && !delivery)",
    replace: "if (act === 'cancelled' && delivery)",
  },
  settledTwice: {
    file: 'core/operations/stock/settle.ts',
    find: '.includes(itemId))) return',
    replace: '.includes(-itemId))) return',
  },
  settledInPart: {
    file: 'core/operations/stock/settle.ts',
    find: 'quantity: Math.abs(difference) }',
    replace: 'quantity: Math.abs(difference) + 1 }',
  },
  ownUseComesIn: {
    file: 'core/operations/stock/adjust.ts',
    find: "ownUse: '16',",
    replace: "ownUse: '06' as never,",
  },
}
