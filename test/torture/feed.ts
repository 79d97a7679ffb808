/** `--only feed`: the stress of the feed on each version of PostgreSQL that is here. */
import { makeDatabase } from '../../db/hub/postgres.ts'
import { type StressReport, stressFeed } from './feedStress.ts'
import { programsHere, startOwnServer } from './ownServer.ts'

export interface FeedOptions {
  folder: string
  /** On each version. */
  runs: number
  /** Of each run. */
  rows: number
  seed: number
}

export const tortureFeed = async ({ folder, runs, rows, seed }: FeedOptions): Promise<StressReport> => {
  const sum: StressReport = {
    runs: 0,
    rows: 0,
    rolledBack: 0,
    missed: 0,
    stale: 0,
    naiveMissed: 0,
    wrong: [],
  }
  for (const programs of programsHere()) {
    const server = await startOwnServer(folder, programs)
    try {
      for (let run = 0; run < runs; run += 1) {
        const name = `run${run}`
        await makeDatabase(server.url('postgres'), name)
        // Short and long transactions.
        const openMs = run % 2 === 0 ? 30 : 1
        const report = await stressFeed({ url: server.url(name), rows, writers: 8, openMs, seed: seed + run })
        const { wrong, ...counts } = report
        for (const [of, count] of Object.entries(counts)) sum[of as keyof typeof counts] += count
        sum.wrong.push(...wrong.map((each) => `PostgreSQL ${programs.version}, run ${run + 1}: ${each}`))
      }
    } finally {
      await server.stop()
    }
  }
  return sum
}
