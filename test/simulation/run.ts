/**
 * `npm run simulate -- --sales N --seed S`: runs of some hundred sales each, one seed after another, `--jobs 2` in two
 * processes. A run that breaks a rule is made as small as possible; the printed command then shows its last steps.
 * `--faults`, `--acts`: all, none, or some of plan.ts. `--bug NAME` plants a fault of ours first; `--bugs all` (or some
 * names) plants each in turn and says how many seeds it took to find it.
 */
import { parseArgs } from 'node:util'
import { helpIfAsked } from '../../core/cli/terminal.ts'
import { bugs, plant } from './bugs.ts'
import { actsOf, commandOf, faultsOf, type Plan } from './plan.ts'
import { type Ran, runApart, runShared, type Wanted } from './shares.ts'
import { shrink } from './shrink.ts'

helpIfAsked(`
npm run simulate -- [options]   tills in whose world everything goes wrong, by seed

  --sales N        sales of all runs together: 20000
  --each N         sales of one run: 200
  --seed S         of the first run: 1
  --jobs N         processes: 1
  --faults NAMES   all, none, or some of test/simulation/plan.ts, with commas between them
  --acts NAMES     the same of what people and programs do
  --bug NAME       plants one fault of ours first; test/simulation/bugs.ts names them
  --bugs NAMES     all, or some: plants each in turn, and says how many seeds found it
  --replay         one run of all the sales, with its last steps
`)

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '1' },
    faults: { type: 'string', default: 'all' },
    acts: { type: 'string', default: 'all' },
    bug: { type: 'string' },
    bugs: { type: 'string' },
    /** One run, of all the sales, with what happened in its last steps. */
    replay: { type: 'boolean', default: false },
    /** For the processes that this one starts: `FROM/STRIDE`, answered with one line of JSON. */
    share: { type: 'string' },
  },
})

const wanted: Wanted = {
  sales: Number(values.sales),
  each: Number(values.each),
  first: Number(values.seed),
  faults: values.faults,
  acts: values.acts,
  bug: values.bug,
}
/** Lines of a story. */
const storyLength = 30

/** Prints the last steps of a run; answers whether it kept the rules. */
const replay = async (plan: Plan): Promise<boolean> => {
  const { createRunner } = await import('./seeds.ts')
  const runner = await createRunner()
  const story: string[] = []
  const { broken, documents, accepted } = await runner.run(plan, (line) => story.push(line))
  runner.close()
  console.log(story.slice(-storyLength).join('\n'))
  console.log(
    broken.length > 0
      ? `Broke ${broken.length} rules.`
      : `${accepted} of ${documents} documents are accepted.`,
  )
  return broken.length === 0
}

const tellFailure = async ({ seed, sales, broken }: NonNullable<Ran['failed']>): Promise<void> => {
  console.log(`Seed ${seed} broke a rule:`)
  for (const rule of broken.slice(0, 5)) console.log(`  ${rule}`)
  const plan: Plan = { seed, sales, faults: faultsOf(values.faults), acts: actsOf(values.acts) }
  const { createRunner } = await import('./seeds.ts')
  const runner = await createRunner()
  const failed = await runner.run(plan)
  // With another process beside it nothing changes; should it hold now, the seed itself is all there is to say.
  const smallest = failed.broken.length > 0 ? await shrink(failed, (plan) => runner.run(plan)) : failed
  runner.close()
  for (const rule of smallest.broken.slice(0, 1)) console.log(`The smallest run found: ${rule}`)
  console.log(`Again: ${commandOf(smallest.plan, values.bug)}`)
  await replay(smallest.plan)
}

/** Ends at the first seed that breaks a rule. */
const simulate = async (): Promise<boolean> => {
  const startedAt = performance.now()
  const { runSeeds } = await import('./seeds.ts')
  const jobs = Number(values.jobs)
  const { sum, failed } =
    jobs > 1 ? await runShared(wanted, jobs) : await runSeeds(wanted, { from: 0, stride: 1 })
  const seconds = (performance.now() - startedAt) / 1000
  if (failed) await tellFailure(failed)
  console.log(
    `${JSON.stringify(sum)} in ${seconds.toFixed(1)} s, ${Math.round(sum.documents / seconds)} documents/s`,
  )
  return failed === null
}

/** Every bug in a process of its own, `--jobs` at a time; answers whether all were found. */
const findBugs = async (names: string[]): Promise<boolean> => {
  let found = 0
  const waiting = [...names]
  const search = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const { failed } = await runApart({ ...wanted, bug }, { from: 0, stride: 1 }).catch((error: Error) => {
        console.log(`  ${error.message.trim().split('\n')[0]}`)
        return { failed: null }
      })
      if (failed) found += 1
      const seeds = failed ? `${failed.after} ${failed.after === 1 ? 'seed' : 'seeds'}` : 'not found'
      const rule = failed?.broken[0]?.split('\n')[0]?.slice(0, 120) ?? ''
      console.log(`${failed ? '✓' : '✗'} ${bug.padEnd(26)} ${seeds.padEnd(10)} ${rule}`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, search))
  console.log(`${found} of ${names.length} planted bugs were found`)
  return found === names.length
}

const main = async (): Promise<boolean> => {
  if (values.bugs) return findBugs(values.bugs === 'all' ? Object.keys(bugs) : values.bugs.split(','))
  if (values.bug) plant(values.bug)
  if (values.share) {
    const [from = 0, stride = 1] = values.share.split('/').map(Number)
    const { runSeeds } = await import('./seeds.ts')
    const ran = await runSeeds(wanted, { from, stride })
    console.log(JSON.stringify(ran))
    return ran.failed === null
  }
  if (!values.replay) return simulate()
  return replay({
    seed: wanted.first,
    sales: wanted.sales,
    faults: faultsOf(wanted.faults),
    acts: actsOf(wanted.acts),
  })
}
process.exitCode = (await main()) ? 0 : 1
