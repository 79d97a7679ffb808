/**
 * `npm run simulate -- --sales N --seed S`: runs of some hundred sales each, one seed after another.
 * `--bug NAME` plants a fault of ours first; `--bugs all` (or some names) plants each in turn and says how many seeds it took
 * to find it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bugs, plant } from './bugs.ts'

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '200' },
    bug: { type: 'string' },
    bugs: { type: 'string' },
  },
})

interface Sum {
  seeds: number
  sales: number
  documents: number
  accepted: number
  faults: number
  kills: number
  steps: number
  /** Changes with anything that happens. */
  trace: number
}

/** Ends at the first seed that breaks a rule. */
const simulate = async (): Promise<boolean> => {
  const { letTheDeadRest, templateOf } = await import('./till.ts')
  const { runWorld } = await import('./world.ts')
  letTheDeadRest()
  const [sales, each, first] = [Number(values.sales), Number(values.each), Number(values.seed)]
  // Processes die here, disks do not: memory is as good, where there is a folder in it.
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kaunta-simulation-'))
  const template = await templateOf(root)
  const sum: Sum = { seeds: 0, sales: 0, documents: 0, accepted: 0, faults: 0, kills: 0, steps: 0, trace: 0 }
  const startedAt = performance.now()
  let whole = true
  for (let seed = first; whole && sum.sales < sales; seed += 1) {
    const folder = join(root, 'shop')
    template(folder)
    const outcome = await runWorld({ folder, seed, sales: Math.min(each, sales - sum.sales) })
    sum.seeds += 1
    for (const name of ['sales', 'documents', 'accepted', 'faults', 'kills', 'steps'] as const)
      sum[name] += outcome[name]
    sum.trace = (Math.imul(sum.trace, 31) + outcome.trace) | 0
    if (outcome.broken.length === 0) continue
    whole = false
    console.log(`Seed ${seed} broke a rule:`)
    for (const rule of outcome.broken.slice(0, 5)) console.log(`  ${rule}`)
    const planted = values.bug ? ` --bug ${values.bug}` : ''
    console.log(
      `Again: npm run simulate -- --seed ${seed} --sales ${outcome.sales} --each ${outcome.sales}${planted}`,
    )
  }
  rmSync(root, { recursive: true, force: true })
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${JSON.stringify(sum)} in ${seconds.toFixed(1)} s, ${Math.round(sum.documents / seconds)} documents/s`,
  )
  return whole
}

/** Every bug in a process of its own; answers whether all were found. */
const findBugs = (wanted: string): boolean => {
  const names = wanted === 'all' ? Object.keys(bugs) : wanted.split(',')
  let found = 0
  for (const name of names) {
    const args = [
      fileURLToPath(import.meta.url),
      '--bug',
      name,
      '--sales',
      values.sales,
      '--each',
      values.each,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    const seeds = /"seeds":(\d+)/.exec(stdout)?.[1]
    const [, rule = stderr.split('\n').find((line) => /Error/.test(line)) ?? ''] = stdout.split('\n')
    if (status === 1 && seeds) found += 1
    console.log(
      `${status === 1 && seeds ? '✓' : '✗'} ${name}: ${seeds ?? '-'} seeds; ${rule.trim().slice(0, 140)}`,
    )
  }
  console.log(`${found} of ${names.length} planted bugs were found`)
  return found === names.length
}

if (values.bug) plant(values.bug)
process.exitCode = (values.bugs ? findBugs(values.bugs) : await simulate()) ? 0 : 1
