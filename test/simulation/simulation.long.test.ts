/** Short runs of what `npm run simulate` does for hours. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The printed report, with or without a broken rule. */
const simulate = async (...args: string[]): Promise<string> => {
  const run = fileURLToPath(new URL('run.ts', import.meta.url))
  const ended = promisify(execFile)(process.execPath, [run, ...args])
  return (await ended.catch((error: { stdout: string }) => error)).stdout
}
const countsOf = (output: string) => JSON.parse(/\{.*\}/.exec(output)?.[0] ?? '{}') as Record<string, number>

it('nothing is lost, doubled or out of order in 100 sales', { timeout: 600_000 }, async () => {
  const counts = countsOf(await simulate('--sales', '100', '--seed', '1'))
  expect(counts['sales']).toBe(100)
  expect(counts['faults']).toBeGreaterThan(50)
  expect(counts['kills']).toBeGreaterThan(1)
  expect(counts['documents']).toBeGreaterThan(100)
})

const planted = [
  ...['resentWithoutAsking', 'stockTwice', 'deliveryTwice'],
  ...['transferTwice', 'goodsBeforeTheirApproval', 'decisionSwapped'],
]
/** These acts and faults find all of them, and a short day is enough. */
const quick = [
  ...['--bugs', planted.join()],
  ...['--acts', 'twice,credit,delivery,count,branch,customs', '--faults', 'network,crash'],
  ...['--each', '60', '--sales', '600', '--seed', '10'],
]

it('finds the faults that are planted', { timeout: 600_000 }, async () => {
  expect(await simulate(...quick)).toContain('6 of 6 planted bugs were found')
})

it('a run that breaks a rule is made smaller, and one command repeats it', { timeout: 600_000 }, async () => {
  const found = await simulate(
    ...['--bug', 'answeredBeforeCommit', '--sales', '400', '--each', '60', '--acts', 'twice,credit'],
  )
  const [, rule, step] = /^The smallest run found: (.*) \((step .*)\)$/m.exec(found) ?? []
  const [, flags = ''] = /^Again: npm run simulate -- (.*)$/m.exec(found) ?? []
  const { sales } = /--sales (?<sales>\d+)/.exec(flags)?.groups ?? {}
  expect(Number(sales)).toBeLessThan(20)
  expect(flags).toContain('--bug answeredBeforeCommit --replay')
  // The same seed is the same run, also in another process.
  expect(await simulate(...flags.split(' '))).toContain(`${step}  BROKEN: ${rule}`)
})
