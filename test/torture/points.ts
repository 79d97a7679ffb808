/**
 * Moments at which a till can be killed by name. Loaded before the till (`--import`), it puts the end of the process into
 * the product's source at TORTURE_POINT, the TORTURE_HITS-th time it comes by; the product itself knows nothing of it.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Point {
  file: string
  /** What the moment comes just before, or just after. */
  find: string
  side: 'before' | 'after'
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
    file: 'db/journal.ts',
    find: '      writePosition(appended.position)\n',
    side: 'after',
  },
  journalWrittenNotCommitted: { file: 'db/sqlite.ts', find: '      journal?.write()\n', side: 'after' },
  committedNotNoted: { file: 'db/sqlite.ts', find: '      commit.run()\n', side: 'after' },
  journalBeginsAnew: {
    file: 'db/journal.ts',
    find: '    finish()\n    fsyncSync(before)\n',
    side: 'after',
  },
  backupMadeNotChecked: {
    file: 'core/backups.ts',
    find: '      await db.backup(unchecked)\n',
    side: 'after',
  },
  backupNotNamed: { file: 'core/backups.ts', find: '      renameSync(unchecked, file)\n', side: 'before' },
} satisfies Record<string, Point>
export type PointName = keyof typeof points

const name = process.env['TORTURE_POINT'] as PointName | undefined
if (name) {
  const { file, find, side } = points[name]
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
