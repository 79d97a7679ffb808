/** The power is cut, and writes fail, at every moment of a till's day. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { torture } from './short.ts'

const canShim = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

it.runIf(canShim)('nothing acknowledged is lost in 80 power cuts', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'cuts', '--of', 'day', '--cuts', '80', '--sales', '30')).toContain('✓ cuts')
})

it.runIf(canShim).each([
  ['migration', 'an upgrade is done or not, with a copy of before'],
  ['backup', 'a copy that has its name is whole'],
  ['restore', 'a copy is in place or not, and the file it replaced is kept'],
])('power cuts in a %s: %s', { timeout: 600_000 }, async (of) => {
  expect(await torture('--only', 'cuts', '--of', of, '--cuts', '20', '--sales', '12')).toContain('✓ cuts')
})

it.runIf(canShim)(
  'power cuts find what a till without durable commits loses',
  { timeout: 600_000 },
  async () => {
    const found = await torture('--only', 'cuts', '--of', 'day', '--cuts', '60', '--sales', '30', '--unsafe')
    expect(found).toMatch(/✗ cuts.*\n.*(is|are) lost/)
  },
)

it.runIf(canShim)('a write or sync that fails costs no acknowledged sale', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'io', '--sales', '10', '--step', '101')).toContain('✓ io')
})
