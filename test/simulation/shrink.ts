/** Makes a run that breaks a rule smaller as long as it still breaks one. */
import type { Plan } from './plan.ts'
import type { Outcome } from './world.ts'

const without = <K>(kinds: ReadonlySet<K>, kind: K): Set<K> =>
  new Set([...kinds].filter((each) => each !== kind))

/** The smallest failing run that was found; `run` is asked at most some hundred times. */
export const shrink = async (failed: Outcome, run: (plan: Plan) => Promise<Outcome>): Promise<Outcome> => {
  let smallest = failed
  const fails = async (plan: Plan): Promise<boolean> => {
    const outcome = await run(plan)
    if (outcome.broken.length === 0) return false
    smallest = outcome
    return true
  }
  /** Removes the sales after the broken rule, then more and more of those before it. */
  const fewerSales = async () => {
    if (smallest.sold > 0 && smallest.sold < smallest.plan.sales)
      await fails({ ...smallest.plan, sales: smallest.sold })
    for (let least = 0; least + 1 < smallest.plan.sales; ) {
      const sales = Math.floor((least + smallest.plan.sales) / 2)
      if (!(await fails({ ...smallest.plan, sales }))) least = sales
    }
  }
  await fewerSales()
  for (const kind of smallest.plan.faults)
    await fails({ ...smallest.plan, faults: without(smallest.plan.faults, kind) })
  for (const kind of smallest.plan.acts)
    await fails({ ...smallest.plan, acts: without(smallest.plan.acts, kind) })
  await fewerSales()
  // Less of another day may do as well.
  for (let sales = 1; sales < Math.min(smallest.plan.sales, 13); sales += sales < 4 ? 1 : 3) {
    for (let other = 0; other < 8; other += 1)
      if (await fails({ ...smallest.plan, sales, seed: failed.plan.seed + other })) return smallest
  }
  return smallest
}
