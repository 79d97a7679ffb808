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
import { flagsOf, nothing, type Ran, runApart, runShared, type Wanted } from './shares.ts'
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

  --hub            tills and their branch hub instead, with --seed, --jobs, --bug, --bugs and --replay
  --runs N         runs of --hub, each with its seed: 30
  --steps N        steps of each: 150
  --rush N         sales of each act of selling: 1. Above 1: five tills and a fast authority
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
    hub: { type: 'boolean', default: false },
    runs: { type: 'string', default: '30' },
    steps: { type: 'string', default: '150' },
    rush: { type: 'string', default: '1' },
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

const tellFailure = async ({ seed, broken }: NonNullable<Ran['failed']>): Promise<void> => {
  console.log(`Seed ${seed} broke a rule:`)
  for (const rule of broken.slice(0, 5)) console.log(`  ${rule}`)
  const sales = Math.min(wanted.each, wanted.sales - (seed - wanted.first) * wanted.each)
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
    jobs > 1
      ? await runShared(flagsOf(wanted), jobs, nothing)
      : await runSeeds(wanted, { from: 0, stride: 1 })
  const seconds = (performance.now() - startedAt) / 1000
  if (failed) await tellFailure(failed)
  console.log(
    `${JSON.stringify(sum)} in ${seconds.toFixed(1)} s, ${Math.round(sum.documents / seconds)} documents/s`,
  )
  return failed === null
}

interface Search {
  flags: readonly string[]
  share: { from: number; stride: number }
}

const searchFor = (bug: string): Search => {
  const { every = 1, ...shown } = bugs[bug]?.shows ?? {}
  const flags = flagsOf({ ...wanted, ...shown, sales: wanted.sales * every, bug })
  return { flags, share: { from: (every - (wanted.first % every)) % every, stride: every } }
}

/** Every bug in a process of its own, `--jobs` at a time; answers whether all were found. */
const findBugs = async (names: string[], wantedFor: (bug: string) => Search): Promise<boolean> => {
  let found = 0
  const waiting = [...names]
  const search = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const { flags, share } = wantedFor(bug)
      const ran = await runApart(flags, share).catch((error: Error) => {
        console.log(`  ${error.message.trim().split('\n')[0]}`)
        return null
      })
      const failed = ran?.failed
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

const shareOf = (share: string | undefined) => {
  const [from = 0, stride = 1] = share?.split('/').map(Number) ?? []
  return { from, stride }
}

const withHub = async (): Promise<boolean> => {
  const { hubBugs } = await import('./hub/bugs.ts')
  const { seed, runs, steps, rush, bug, bugs } = values
  const flagsFor = (every: number) => [
    ...['--hub', '--seed', seed, '--runs', String(Number(runs) * every)],
    ...['--steps', steps, '--rush', rush],
  ]
  if (bugs)
    return findBugs(bugs === 'all' ? Object.keys(hubBugs) : bugs.split(','), (name) => {
      const { every, at } = hubBugs[name]?.seeds ?? { every: 1, at: 0 }
      return {
        flags: [...flagsFor(every), '--bug', name],
        share: { from: (every + at - (Number(seed) % every)) % every, stride: every },
      }
    })
  if (bug) plant(bug, hubBugs)
  const startedAt = performance.now()
  const jobs = Number(values.jobs)
  const { simulateHub, noRuns } = await import('./hub/run.ts')
  const count = {
    first: wanted.first,
    runs: values.replay ? 1 : Number(runs),
    steps: Number(steps),
    rush: Number(rush),
  }
  const { sum, failed } =
    jobs > 1
      ? await runShared([...flagsFor(1), ...(bug ? ['--bug', bug] : [])], jobs, noRuns)
      : await simulateHub({ ...count, ...shareOf(values.share), replay: values.replay })
  if (values.share) {
    console.log(JSON.stringify({ sum, failed }))
    return failed === null
  }
  if (failed) {
    console.log(`Seed ${failed.seed} broke a rule:`)
    for (const rule of failed.broken.slice(0, 5)) console.log(`  ${rule}`)
    console.log(
      `Again: npm run simulate -- --hub --replay --seed ${failed.seed} --steps ${steps} --rush ${rush}`,
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  const rate = (sum.documents / seconds).toFixed(1)
  console.log(`${JSON.stringify(sum)} in ${seconds.toFixed(1)} s, ${rate} documents/s`)
  return failed === null
}

const main = async (): Promise<boolean> => {
  if (values.hub) return withHub()
  if (values.bugs)
    return findBugs(values.bugs === 'all' ? Object.keys(bugs) : values.bugs.split(','), searchFor)
  if (values.bug) plant(values.bug)
  if (values.share) {
    const { runSeeds } = await import('./seeds.ts')
    const ran = await runSeeds(wanted, shareOf(values.share))
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
