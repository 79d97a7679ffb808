/** Planted faults of exchanges, voids, training, tenders and marks of paid before (`bugs.ts`). */

export interface Bug {
  file: string
  find: string
  replace: string
  /** For one that shows rarely: the faults and acts of `plan.ts` that show it, and the seeds, each so many. */
  shows?: { faults: string; acts: string; every?: number }
}

export const counterBugs: Record<string, Bug> = {
  exchangeHalfStored: {
    file: 'core/operations/sale/complete.ts',
    find: "    // What the credit note pays comes after the customer's own payments.\n",
    replace: '    if (note.total % 3 === 0) return noneOpen()\n',
  },
  voidedTwice: {
    file: 'core/shop/sales/droppedGoods.ts',
    find: "  writeDown(db, row, { became: 'open', goods: namedGoods(db, off) }, at)\n",
    replace:
      "  for (const _ of [1, 2]) writeDown(db, row, { became: 'open', goods: namedGoods(db, off) }, at)\n",
  },
  trainingInTotals: {
    file: 'db/profile/unofficial.ts',
    find: "  const { id } = db.run(profile.insertInto('unofficial').values(row))\n",
    replace: `  const { id } = db.run(profile.insertInto('unofficial').values(row))
  db.run(sql\`update document_sum set total = total + \${row.total} where kind = 'sale'\`.compile(profile) as never)
`,
  },
  ownTenderNotInZ: {
    file: 'core/shop/sales/chosenTender.ts',
    find: 'tender_name: found.name })',
    replace: 'tender_name: null })',
  },
  laterSalesMarked: {
    file: 'core/operations/account/pay.ts',
    find: '  if (later) {\n',
    replace: '  if (later && later.owed < 0) {\n',
  },
}
