/** Planted faults of deliveries and counts (`bugs.ts`). */
import type { Bug } from './counterBugs.ts'

export const supplyBugs: Record<string, Bug> = {
  deliveryTwice: {
    file: 'core/shop/purchases/deliver.ts',
    find: 'request_id: input.requestId,',
    replace: 'request_id: ports.ids.uuid(),',
  },
  goodsBeforeTheirInvoice: {
    file: 'core/operations/delivery/deliver.ts',
    find: 'needs: confirm(context, purchase, lines.data, remark),',
    replace: 'needs: confirm(context, purchase, lines.data, remark).slice(1),',
  },
  casesNotConverted: {
    file: 'core/operations/delivery/deliver.ts',
    find: 'isService(item) ? expected : (input.lines[index]?.received ?? 0)',
    replace: 'isService(item) ? expected : scale(input.lines[index]?.received ?? 0, 100, units)',
  },
  lastCostIsAverage: {
    file: 'core/shop/purchases/costs.ts',
    find: 'return roundHalfUp(value, BigInt(held + received.quantity))',
    replace: 'return value < 0n ? 0 : received.unitCost',
  },
  countIgnoresSales: {
    file: 'core/operations/count/end.ts',
    find: 'expected: item.expected,',
    replace: 'expected: item.on_hand,',
  },
  countedTwice: {
    file: 'db/profile/counts.ts',
    find: "if (!known) db.run(profile.insertInto('stock_count_entry').values(row))",
    replace: `db.run(profile.insertInto('stock_count_entry').values(known ? { ...row, uid: row.uid + '+' } : row))`,
  },
  correctedTwice: {
    file: 'core/operations/count/end.ts',
    find: 'isCorrectedSince(db, item.id, item.last_movement)',
    replace: 'isCorrectedSince(db, item.id, item.last_movement + 1_000_000)',
  },
  largeUnasked: {
    file: 'core/operations/count/end.ts',
    find: 'demandSure(lines, { sure,',
    replace: 'demandSure(lines, { sure: sure || lines.length > 0,',
  },
  droppedIsBooked: {
    file: 'core/operations/count/end.ts',
    find: "    end(context, found.data, { act: 'dropped', requestId }, [])\n",
    replace: `    end(context, found.data, { act: 'dropped', requestId }, [])
    const more = countedItems(db, id).filter((item) => item.counted > item.expected)
    const lines = more.map((item) => ({ itemId: item.id, quantity: item.counted - item.expected }))
    if (lines.length > 0)
      recordMovements(profile, { type: '06', lines, remark: \`Count \${found.data.number}\` }, authorOf(context.actor))
`,
  },
}
