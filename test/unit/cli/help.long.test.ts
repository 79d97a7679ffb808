/** The help of the commands, and their error on a Node that is too old. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { repository } from '../../support/process.ts'
import { bundleOf } from '../../support/tillBundle.ts'

const run = (node: string, args: string[]) =>
  spawnSync(node, args, { cwd: repository('.'), encoding: 'utf8', timeout: 60_000 })

test.each([
  ['core/cli/gateway.ts', [], '--allowed-host'],
  [bundleOf('core/cli/gateway.ts'), ['keys'], 'adopt'],
  [bundleOf('core/cli/gateway.ts'), ['diagnostics'], '--out'],
  [bundleOf('core/cli/audit.ts'), [], '--head'],
  [bundleOf('core/authority/practice/main.ts'), [], '--dialect'],
  ['core/hub/main.ts', [], '--database'],
  ['electron/launch/start.ts', [], '--port'],
  ['test/simulation/run.ts', [], '--seed'],
  ['test/torture/run.ts', [], '--cuts'],
  ['test/bench/index.ts', [], '--only'],
])(
  '%s %j --help',
  (entry, words, option) => {
    const { status, stdout, stderr } = run(process.execPath, [entry, ...words, '--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('npm ')
    expect(stdout).toContain(option)
  },
  90_000,
)

test('the scripts that a server runs look at the version before they load TypeScript', () => {
  for (const name of ['gateway', 'audit', 'authority', 'hub'] as const)
    expect(packageJson.scripts[name]).toMatch(/^node --import \.\/core\/cli\/nodeVersion\.mjs core\//)
  // Node pretends to be an older version.
  const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const before = `data:text/javascript,${encodeURIComponent(older)}`
  const args = ['--import', before, '--import', './core/cli/nodeVersion.mjs', 'core/cli/gateway.ts', '--help']
  const { status, stdout, stderr } = run(process.execPath, args)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Kaunta needs Node 24; this is 20\.20\.2\..*--omit=dev.*nodejs\.org/)
  expect(existsSync(repository('core/cli/nodeVersion.mjs'))).toBe(true)
}, 90_000)
