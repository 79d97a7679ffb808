/**
 * `npm run torture`: kills, power cuts, failing disks and damaged files, for as long as one likes.
 * `-- --only cuts --cuts 100000 --jobs 2` shares the work among two processes. `kills` at writes, `cuts` and `io` need a C
 * compiler; `disks` and `folder` need Linux and `unshare`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { helpIfAsked } from '../../core/cli/terminal.ts'
import '../support/lightPins.ts'
import { tortureBugs } from './bugs.ts'
import { shares } from './cutKinds.ts'
import { buildShim, makeControl } from './shim.ts'

const cutNames = Object.keys(shares)
helpIfAsked(`
npm run torture -- [options]   kills, power cuts, failing and full disks, damaged files

  --only PARTS   some of kills,cuts,io,disks,folder,workspace,bytes,day,print,feed,hub
  --kills N      60
  --cuts N       2000
  --of NAMES     what the power is cut in: some of ${cutNames.join()}
  --step N       every so-manieth write fails: 29; 1 is each
  --sizes N      disks of so many sizes: 50
  --rounds N     of folder, workspace, bytes: 25
  --days N       days of two shifts, with one kill each: 50
  --day-sales N  of a day: 400
  --receipts N   of print, with a kill every 50: 1000
  --through HOW  how print reaches its printer: network or queue (Debian's CUPS): network
  --runs N       of feed, on each version of PostgreSQL: 20
  --rows N       of each run of feed: 5000
  --bugs NAMES   plants faults of bugs.ts one by one, or all, to see that the part of each finds it
  --sales N      of the script: 50
  --seed S       1
  --jobs N       processes: 1
  --unsafe       records without durable commits, to see that losses are found
`)

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'kills,cuts,io,disks,folder,workspace,bytes,day,print,feed,hub' },
    kills: { type: 'string', default: '60' },
    cuts: { type: 'string', default: '2000' },
    /** The recordings in which the power is cut. */
    of: { type: 'string', default: cutNames.join() },
    /** Every so-manieth operation of the script fails; 1 = each. */
    step: { type: 'string', default: '29' },
    /** Disks from one that barely opens to 64 MB. */
    sizes: { type: 'string', default: '50' },
    /** Data folders that go away, or are damaged. */
    rounds: { type: 'string', default: '25' },
    days: { type: 'string', default: '50' },
    'day-sales': { type: 'string', default: '400' },
    receipts: { type: 'string', default: '1000' },
    through: { type: 'string', default: 'network' },
    runs: { type: 'string', default: '20' },
    rows: { type: 'string', default: '5000' },
    bugs: { type: 'string' },
    sales: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    /** For the processes that this one starts: the first operation that fails; the answer is one line of JSON. */
    first: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
    /** Records the cuts' day without durable commits, to see that losses are found. */
    unsafe: { type: 'boolean', default: false },
  },
})

type Report = Record<string, unknown> & {
  wrong: string[]
  /** Why nothing was tortured. */
  skipped?: string
}

// Tills start all the time, and what a PIN costs is nothing that is tortured.
process.env['NODE_OPTIONS'] =
  `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('../support/lightPins.ts', import.meta.url).href}`

// Its real name, which is what the shim sees.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kaunta-torture-')))
let built: string | null | undefined
/** Compiled when a part first asks for it; null where it cannot be. */
const shimHere = (): string | null => {
  if (built === undefined) built = buildShim(folder)
  return built
}
const [sales, seed] = [Number(values.sales), Number(values.seed)]
const needShim = (): string => {
  const shim = shimHere()
  if (shim === null) throw new Error('This needs Linux and a C compiler (cc).')
  return shim
}

const failEachPoint = (): Report => {
  const control = join(folder, 'control')
  makeControl(control)
  const script = fileURLToPath(new URL('ioErrors.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [script, folder, values.sales, values.first, values.step],
    {
      env: {
        ...process.env,
        LD_PRELOAD: needShim(),
        TORTURE_CONTROL: control,
        TORTURE_MATCH: 'till.db|/journal/',
      },
      encoding: 'utf8',
    },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

const loadBugs = ['--import', fileURLToPath(new URL('bugs.ts', import.meta.url))]

const damage = (script: string): Report => {
  const own = mkdtempSync(join(folder, 'damage-'))
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...loadBugs, path, own, values.rounds, values.seed],
    { encoding: 'utf8' },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

/** In a namespace of its own: what is mounted there is gone with it, and needs no rights outside. */
const inNamespace = (script: string, place: string, count: string, env: NodeJS.ProcessEnv = {}): Report => {
  const alone = ['-Urm', '--']
  if (spawnSync('unshare', [...alone, 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status !== 0)
    return { wrong: [], skipped: 'this needs Linux, and unshare with the right to mount' }
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { stdout, stderr } = spawnSync(
    'unshare',
    [...alone, process.execPath, ...loadBugs, path, place, count, values.seed],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

const fillDisks = (): Report => {
  const control = join(folder, 'control')
  makeControl(control)
  const shim = shimHere()
  const failing =
    shim === null ? {} : { LD_PRELOAD: shim, TORTURE_CONTROL: control, TORTURE_MATCH: join(folder, 'disk') }
  return inNamespace('disks.ts', folder, values.sizes, failing)
}

// Some parts load the whole till, which takes a second.
const parts: Record<string, () => Promise<object> | object> = {
  kills: async () => {
    const { killTill } = await import('./kills.ts')
    return killTill({ folder, shim: shimHere(), kills: Number(values.kills), seed })
  },
  cuts: async () => {
    const { cutPower } = await import('./cuts.ts')
    return cutPower({
      folder,
      shim: needShim(),
      cuts: Number(values.cuts),
      sales,
      seed,
      of: values.of.split(','),
      unsafe: values.unsafe,
    })
  },
  io: failEachPoint,
  disks: fillDisks,
  folder: () => inNamespace('folder.ts', mkdtempSync(join(folder, 'folder-')), values.rounds),
  workspace: () => damage('workspace.ts'),
  bytes: () => damage('bytes.ts'),
  print: async () => {
    const { torturePrinting } = await import('./print.ts')
    const receipts = Number(values.receipts)
    const through = values.through === 'queue' ? 'queue' : 'network'
    const kills = Math.floor(receipts / 50)
    return { ...(await torturePrinting({ folder, receipts, kills, seed, through })) }
  },
  day: async () => {
    const { liveDays } = await import('./day.ts')
    return liveDays({ folder, days: Number(values.days), seed, sales: Number(values['day-sales']) })
  },
  hub: async () => {
    const { killHub } = await import('./hubKills.ts')
    const own = mkdtempSync(join(folder, 'hub-'))
    for (const each of [folder, own]) chmodSync(each, 0o711)
    return killHub({ folder: own, kills: Number(values.kills), seed })
  },
  feed: async () => {
    const { tortureFeed } = await import('./feed.ts')
    return tortureFeed({ folder, runs: Number(values.runs), rows: Number(values.rows), seed })
  },
}

/** The share of each process: its own seed, or every n-th operation. */
const shareOf = (name: string, job: number, jobs: number): string[] => {
  const each = (of: string) => String(Math.ceil((Number(of) - job) / jobs))
  const own = ['--seed', String(seed + job), '--kills', each(values.kills), '--cuts', each(values.cuts)]
  const [first, step] = [Number(values.first) + job * Number(values.step), jobs * Number(values.step)]
  const points = [
    '--first',
    String(first),
    '--step',
    String(step),
    '--rounds',
    each(values.rounds),
    '--of',
    values.of,
  ]
  const days = ['--days', each(values.days), '--day-sales', values['day-sales']]
  const unsafe = values.unsafe ? ['--unsafe'] : []
  return ['--only', name, '--report', '--sales', values.sales, ...own, ...points, ...days, ...unsafe]
}

const added = (sum: Report, more: Report): Report => {
  const total: Report = { ...more, wrong: [...sum.wrong, ...more.wrong] }
  for (const [name, count] of Object.entries(more))
    if (typeof count === 'number') total[name] = count + Number(sum[name] ?? 0)
  return total
}

/** A part in several processes at once; small disks and folders that go away are one world each and stay in one. */
const shared = async (name: string): Promise<Report> => {
  const jobs = ['disks', 'folder', 'feed'].includes(name) ? 1 : Number(values.jobs)
  const part = parts[name] as NonNullable<(typeof parts)[string]>
  if (jobs === 1) return (await part()) as Report
  const entry = fileURLToPath(import.meta.url)
  const work = Array.from({ length: jobs }, async (_, job) => {
    const child = spawn(process.execPath, [entry, ...shareOf(name, job, jobs)])
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const last = output.trimEnd().split('\n').at(-1) ?? ''
    if (!last.startsWith('{')) throw new Error(errors || output)
    return JSON.parse(last) as Report
  })
  return (await Promise.all(work)).reduce(added, { wrong: [] })
}

let failed = false
const plantBug = async (part: string, bug: string): Promise<void> => {
  process.env['TORTURE_BUG'] = bug
  // Into tills of their own processes too.
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} ${loadBugs.join('=')}`
  const { wrong, skipped, rounds, kills } = (await (
    parts[part] as NonNullable<(typeof parts)[string]>
  )()) as Report
  failed ||= wrong.length === 0 && skipped === undefined
  const found =
    wrong.length > 0 ? `found in ${String(rounds ?? kills)} rounds: ${wrong[0]}` : (skipped ?? 'NOT FOUND')
  console.log(`${wrong.length > 0 ? '✓' : '✗'} ${bug} (${part}) ${found}`)
}
if (values.bugs) {
  const named = values.bugs.split(',')
  for (const part of values.only.split(','))
    for (const bug of Object.keys(tortureBugs[part as keyof typeof tortureBugs] ?? {}))
      if (values.bugs === 'all' || named.includes(bug)) await plantBug(part, bug)
  values.only = ''
}

for (const name of values.only.split(',').filter(Boolean)) {
  if (!parts[name]) throw new Error(`--only: ${Object.keys(parts).join()}, not "${name}"`)
  const startedAt = performance.now()
  const report = await shared(name)
  if (values.report) {
    console.log(JSON.stringify(report))
    continue
  }
  const { wrong, skipped, ...counts } = report
  if (skipped !== undefined) {
    console.log(`- ${name} skipped: ${skipped}`)
    continue
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${wrong.length === 0 ? '✓' : '✗'} ${name} ${JSON.stringify({ ...counts, wrong: wrong.length })} (${seconds} s)`,
  )
  for (const rule of wrong.slice(0, 5)) console.log(`  ${rule}`)
  failed ||= wrong.length > 0
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
