/**
 * Moments at which a till can be killed by name. Loaded before the till (`--import`), it puts the end of the process into
 * the product's source at TORTURE_POINT, the TORTURE_HITS-th time it comes by; the product itself knows nothing of it.
 * TORTURE_UPGRADES plants as many upgrades, of which a kill may find one half done.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Point {
  file: string
  /** The code just after, or just before, the moment. */
  find: string
  side: 'before' | 'after'
  /** The preparation that the till needs so that the moment comes. */
  needs?: 'backups' | 'upgrade' | 'damage'
  /** It comes once in some twenty acts of the till. */
  seldom?: true
}

export const points = {
  committedNotAnswered: {
    file: 'core/operations/index.ts',
    find: "  if ('db' in context) await context.db.durable()\n",
    side: 'before',
  },
  durableNotAnswered: {
    file: 'core/operations/index.ts',
    find: "  if ('db' in context) await context.db.durable()\n",
    side: 'after',
  },
  claimedNotSent: { file: 'core/queue/submitter.ts', find: '    waiters.tries(lane)\n', side: 'after' },
  sentNotSettled: {
    file: 'core/queue/submitter.ts',
    find: '  const settleAnswer = (claim: Claim, answer: Answer<unknown>): Submission[] => {\n',
    side: 'after',
  },
  journalNotWritten: {
    file: 'db/journal/journal.ts',
    find: '      writePosition(appended.position)\n',
    side: 'after',
  },
  journalWrittenNotCommitted: {
    file: 'db/engine/sqlite.ts',
    find: '      journal?.write()\n',
    side: 'after',
  },
  committedNotNoted: { file: 'db/engine/sqlite.ts', find: '      commit.run()\n', side: 'after' },
  paidNotAllocated: {
    file: 'db/profile/accounts.ts',
    find: "  const { id } = db.run(profile.insertInto('account_entry').values(row))\n",
    side: 'after',
    seldom: true,
  },
  cashNotAudited: {
    file: 'db/profile/shifts.ts',
    find: "  const { id } = db.run(profile.insertInto('cash_movement').values(row))\n",
    side: 'after',
    seldom: true,
  },
  movedNotApproved: {
    file: 'db/profile/approvals.ts',
    find: "  const { id } = db.run(profile.insertInto('approval').values(row))\n",
    side: 'before',
    seldom: true,
  },
  closedNotAudited: {
    file: 'db/profile/shifts.ts',
    find: "  db.run(profile.insertInto('shift_close').values(row))\n",
    side: 'after',
    seldom: true,
  },
  returnedNotSold: {
    file: 'core/operations/sale/complete.ts',
    find: "    // What the credit note pays comes after the customer's own payments.\n",
    side: 'before',
    seldom: true,
  },
  droppedNotAudited: {
    file: 'core/shop/sales/droppedGoods.ts',
    find: '  dropSaleDraft(db, draft.till_window)\n',
    side: 'after',
    seldom: true,
  },
  enteredNotAnswered: {
    file: 'db/profile/counts.ts',
    find: "  if (!known) db.run(profile.insertInto('stock_count_entry').values(row))\n",
    side: 'after',
    seldom: true,
  },
  movedNotBooked: {
    file: 'core/operations/count/end.ts',
    find: "    end(context, count, { act: 'booked', requestId }, lines)\n",
    side: 'before',
    seldom: true,
  },
  bookedNotAudited: {
    file: 'db/profile/counts.ts',
    find: "  db.run(profile.insertInto('stock_count_end').values(row))\n",
    side: 'after',
    seldom: true,
  },
  costsNotMoved: {
    file: 'core/shop/purchases/deliver.ts',
    find: '  const stockRecordId =\n',
    side: 'before',
    seldom: true,
  },
  deliveredNotAudited: {
    file: 'db/profile/deliveries.ts',
    find: "  const { id } = db.run(profile.insertInto('delivery').values(stored))\n",
    side: 'after',
    seldom: true,
  },
  journalBeginsAnew: {
    file: 'db/journal/journal.ts',
    find: '    finish()\n    fsyncSync(before)\n',
    side: 'after',
    needs: 'backups',
  },
  backupMadeNotChecked: {
    file: 'core/recovery/backups.ts',
    find: "      await offThread<typeof copyDatabase>('copyDatabase', db.file, unchecked).result\n",
    side: 'after',
    needs: 'backups',
  },
  backupNotNamed: {
    file: 'core/recovery/backups.ts',
    find: '      await giveName(unchecked, file)\n',
    side: 'before',
    needs: 'backups',
  },
  upgradeNotBegun: {
    file: 'db/engine/migrate.ts',
    find: 'await db.backup(options.backupTo)\n',
    side: 'after',
    needs: 'upgrade',
  },
  upgradeHalfDone: {
    file: 'test/torture/plantedMigration.ts',
    find: '  await sql`update invoice set planted = number`.execute(db)\n',
    side: 'after',
    needs: 'upgrade',
  },
  upgradeNotCommitted: {
    file: 'test/torture/plantedMigration.ts',
    find: '  await sql`create index planted_in_invoice on invoice (planted)`.execute(db)\n',
    side: 'after',
    needs: 'upgrade',
  },
  upgradedNotOpened: {
    file: 'core/recovery/openTill.ts',
    find: '    markOpened(db, ids)\n',
    side: 'before',
    needs: 'upgrade',
  },
  swapNotBegun: {
    file: 'core/recovery/files.ts',
    find: '  writeWhole(swapFile(places), JSON.stringify(swap))\n',
    side: 'before',
    needs: 'damage',
  },
  swapBegun: {
    file: 'core/recovery/files.ts',
    find: '  writeWhole(swapFile(places), JSON.stringify(swap))\n',
    side: 'after',
    needs: 'damage',
  },
  oldPutAside: {
    file: 'core/recovery/files.ts',
    find: '    moveAside(places.file, aside)\n',
    side: 'after',
    needs: 'damage',
  },
  newInPlace: {
    file: 'core/recovery/files.ts',
    find: '    renameSync(places.incoming, places.file)\n',
    side: 'after',
    needs: 'damage',
  },
  findingKept: {
    file: 'core/recovery/files.ts',
    find: '  writeWhole(findingFile(places, swap.aside), JSON.stringify(swap.finding, null, 2))\n',
    side: 'after',
    needs: 'damage',
  },
  swapEnded: { file: 'core/recovery/files.ts', find: '  rmSync(marker)\n', side: 'after', needs: 'damage' },
} satisfies Record<string, Point>
export type PointName = keyof typeof points
export const pointNames = Object.keys(points) as PointName[]

const name = process.env['TORTURE_POINT'] as PointName | undefined
if (name) {
  const { file, find, side }: Point = points[name]
  const url = new URL(`../../${file}`, import.meta.url).href
  if (!readFileSync(fileURLToPath(url), 'utf8').includes(find))
    throw new Error(`The moment "${name}" is not in ${file} any more`)
  let left = Number(process.env['TORTURE_HITS'] ?? 1)
  Object.assign(globalThis, {
    comesBy: () => {
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    },
  })
  const end = '(globalThis as unknown as { comesBy(): void }).comesBy()\n'
  registerHooks({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      if (loaded !== url) return result
      const moment = side === 'before' ? `;${end}${find}` : `${find};${end}`
      return { ...result, source: String(result.source).replace(find, () => moment) }
    },
  })
}

/** The number of upgrades that the till finds when it opens. */
const upgrades = Number(process.env['TORTURE_UPGRADES'] ?? 0)
if (upgrades > 0) {
  const { profileMigrations } = await import('../../db/profile/migrations/index.ts')
  const { plantedMigrations } = await import('./plantedMigration.ts')
  Object.assign(profileMigrations, plantedMigrations(upgrades))
}
