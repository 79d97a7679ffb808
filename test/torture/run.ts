/**
 * `npm run torture`: kills, power cuts and failing disks, for as long as one likes.
 * `-- --only cuts --cuts 100000`; parts: kills, cuts, io, disks. Needs a C compiler for all but the plain kills; the
 * small disks of `--only disks --sizes 1000` need Linux and `unshare`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cutPower } from './cuts.ts'
import { killTill } from './kills.ts'
import { buildShim, makeControl } from './shim.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'kills,cuts,io,disks' },
    kills: { type: 'string', default: '60' },
    cuts: { type: 'string', default: '2000' },
    /** Every so-manieth operation of the script fails; 1 = each. */
    step: { type: 'string', default: '29' },
    /** Disks from one that barely opens to 64 MB. */
    sizes: { type: 'string', default: '50' },
    sales: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** Records the cuts' day without durable commits, to see that losses are found. */
    unsafe: { type: 'boolean', default: false },
  },
})

interface Report {
  wrong: string[]
  /** Why nothing was tortured. */
  skipped?: string
}

const folder = mkdtempSync(join(tmpdir(), 'kaunta-torture-'))
const shim = buildShim(folder)
const [sales, seed] = [Number(values.sales), Number(values.seed)]
const needShim = (): string => {
  if (shim === null) throw new Error('This needs Linux and a C compiler (cc).')
  return shim
}

const failEachPoint = (): Report => {
  const control = join(folder, 'control')
  makeControl(control)
  const script = fileURLToPath(new URL('ioErrors.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, [script, folder, values.sales, '1', values.step], {
    env: { ...process.env, LD_PRELOAD: needShim(), TORTURE_CONTROL: control, TORTURE_MATCH: 'till.db' },
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

/** In a namespace of its own: what is mounted there is gone with it, and needs no rights outside. */
const fillDisks = (): Report => {
  const alone = ['-Urm', '--']
  if (spawnSync('unshare', [...alone, 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status !== 0)
    return { wrong: [], skipped: 'this needs Linux, and unshare with the right to mount' }
  const control = join(folder, 'control')
  makeControl(control)
  const script = fileURLToPath(new URL('disks.ts', import.meta.url))
  const failing =
    shim === null ? {} : { LD_PRELOAD: shim, TORTURE_CONTROL: control, TORTURE_MATCH: join(folder, 'disk') }
  const { stdout, stderr } = spawnSync(
    'unshare',
    [...alone, process.execPath, script, folder, values.sizes, values.seed],
    { env: { ...process.env, ...failing }, encoding: 'utf8' },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

const parts: Record<string, () => Promise<Report> | Report> = {
  kills: () => killTill({ folder, shim, kills: Number(values.kills), seed }),
  cuts: () =>
    cutPower({ folder, shim: needShim(), cuts: Number(values.cuts), sales, seed, unsafe: values.unsafe }),
  io: failEachPoint,
  disks: fillDisks,
}

let failed = false
for (const name of values.only.split(',')) {
  const part = parts[name]
  if (!part) throw new Error(`--only: ${Object.keys(parts).join()}, not "${name}"`)
  const startedAt = performance.now()
  const { wrong, skipped, ...counts } = await part()
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
