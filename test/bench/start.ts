/** From the start of the process to its ready line: an empty shop, one of years, and bare Node with Fastify listening. */
import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { bundleOf, bundleTill } from '../support/tillBundle.ts'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { timed, timesOf } from './measure.ts'
import { atMost, type Section } from './report.ts'

const runs = 11
const invoices = 200_000
const items = 5000

const gatewayOn = (dataDir: string) => () =>
  startProcess(bundleOf('core/cli/gateway.ts'), ['--data', dataDir, '--port', '0'])

const started = async (start: () => ReturnType<typeof startProcess>): Promise<number> => {
  const { ms, result } = await timed(start)
  await result.stop()
  return ms
}

/** The median of the ratios of neighbouring runs: a busy moment of the machine meets both of a pair. */
const neighbours = (samples: number[], yardstick: number[]): number =>
  timesOf(samples.map((ms, run) => ms / (yardstick[run] ?? ms))).p50

export const startSection = async (): Promise<Section> => {
  // One file, as the installed till is.
  await bundleTill()
  const folder = temporaryFolder()
  try {
    const [empty, full] = [join(folder.path, 'empty'), join(folder.path, 'full')]
    await started(gatewayOn(empty))
    cpSync(empty, full, { recursive: true })
    const [file] = globSync('apps/*/till.db', { cwd: full })
    if (!file) throw new Error('The gateway has made no app')
    fillCatalogue(join(full, file), items)
    writeSales(join(full, file), { last: invoices, sent: true })

    const starts = {
      empty: gatewayOn(empty),
      full: gatewayOn(full),
      bare: () => startProcess('test/bench/bareServer.ts', []),
    }
    const samples = { empty: [] as number[], full: [] as number[], bare: [] as number[] }
    for (let run = -1; run < runs; run++) {
      for (const name of ['empty', 'full', 'bare'] as const) {
        const ms = await started(starts[name])
        if (run >= 0) samples[name].push(ms)
      }
    }
    const [none, years, bare] = [timesOf(samples.empty), timesOf(samples.full), timesOf(samples.bare)]
    const growth = neighbours(samples.full, samples.empty)
    return {
      title: 'Start of the process to ready',
      figures: [
        { name: 'gateway, empty database', ratio: neighbours(samples.empty, samples.bare), times: none },
        { name: '  bare Node with Fastify listening', times: bare },
        { name: 'gateway, 200 000 invoices', ratio: growth, goal: atMost(growth, 1.15), times: years },
        { name: '  gateway, empty database', times: none },
      ],
    }
  } finally {
    folder.remove()
  }
}
