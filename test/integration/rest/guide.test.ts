/** The guide for integrators: every example of it, run by a shell against a gateway that nobody has prepared. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { repository } from '../../support/process.ts'
import { bareGateway } from './bareGateway.ts'

const guide = readFileSync(repository('core/http/guide.md'), 'utf8')
const examples = [...guide.matchAll(/^## (.+?)\n(.*?)(?=^## |$(?![\s\S]))/gms)].flatMap(
  ([, title, section = '']) =>
    [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => ({ title, commands })),
)

const ready = bareGateway()

test('there are ten of them', () => {
  expect(new Set(examples.map(({ title }) => title)).size).toBeGreaterThanOrEqual(10)
})

/** Not every machine has the two programs that the examples are written for. */
const canRun = spawnSync('/bin/sh', ['-c', 'curl --version']).status === 0

test.runIf(canRun).each(examples)('$title', async ({ commands }) => {
  const { url, apps } = ready()
  const env = { ...process.env, KAUNTA: url, KEY: apps[0]?.apiKey }
  const run = promisify(execFile)
  const { stdout } = await run('/bin/sh', ['-euc', commands], { env, timeout: 30_000 })
  // Answers stand behind each other without a line end.
  const answers = stdout.replaceAll('}{', '}\n{').trim().split('\n')
  for (const answer of answers)
    expect(JSON.parse(answer), answer).toMatchObject({ resultCd: '000', data: expect.any(Object) })
})
