/** A short run of what `npm run simulate -- --hub` does for longer. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const simulate = async (...args: string[]): Promise<string> => {
  const run = fileURLToPath(new URL('../run.ts', import.meta.url))
  const ended = promisify(execFile)(process.execPath, [run, '--hub', ...args])
  return (await ended.catch((error: { stdout: string }) => error)).stdout
}

it('tills and their hub lose and double nothing, and a seed repeats itself', {
  timeout: 300_000,
}, async () => {
  const story = () => simulate('--replay', '--seed', '7', '--steps', '60')
  const [one, other] = [await story(), await story()]
  expect(one).toMatch(/^trace [0-9a-f]+$/m)
  expect(one).not.toContain('broke a rule')
  expect(one.slice(0, one.indexOf('{"seeds"'))).toBe(other.slice(0, other.indexOf('{"seeds"')))
})
