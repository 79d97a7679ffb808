/** Seed after seed in this process. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putTillsOnDisk } from './disk.ts'
import { actsOf, faultsOf, type Plan } from './plan.ts'
import { added, nothing, type Ran, type Wanted } from './shares.ts'
import { emptyTill, letTheDeadRest } from './till.ts'
import { type Outcome, runWorld } from './world.ts'

export interface Runner {
  run(plan: Plan, narrate?: (line: string) => void): Promise<Outcome>
  close(): void
}

/** A place to run in. Processes die here, disks do not: memory is as good, where there is a folder in it. */
export const createRunner = async (): Promise<Runner> => {
  letTheDeadRest()
  putTillsOnDisk()
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kaunta-simulation-'))
  const empty = await emptyTill(root)
  return {
    run: (plan, narrate) =>
      runWorld({ folder: join(root, 'till'), plan, empty, ...(narrate ? { narrate } : {}) }),
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Every `stride`-th seed from number `from` on; ends at the first that breaks a rule. */
export const runSeeds = async (
  wanted: Wanted,
  { from, stride }: { from: number; stride: number },
): Promise<Ran> => {
  const { sales, each, first } = wanted
  const runner = await createRunner()
  const [faults, acts] = [faultsOf(wanted.faults), actsOf(wanted.acts)]
  let sum = nothing
  try {
    for (let index = from; index * each < sales; index += stride) {
      const plan: Plan = { seed: first + index, sales: Math.min(each, sales - index * each), faults, acts }
      const outcome = await runner.run(plan)
      const { documents, accepted, kills, steps, trace } = outcome
      sum = added(sum, {
        ...{ seeds: 1, sales: plan.sales, documents, accepted, faults: outcome.faults, kills, steps, trace },
      })
      if (outcome.broken.length > 0)
        return { sum, failed: { seed: plan.seed, broken: outcome.broken, after: sum.seeds } }
    }
    return { sum, failed: null }
  } finally {
    runner.close()
  }
}
