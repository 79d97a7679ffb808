/** The power is cut, and writes fail, at every moment of a till's day. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { torture } from './short.ts'

const canShim = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** 12 in a day, 3 in each other part. */
it.runIf(canShim)(
  'a power cut in a day, an upgrade, a backup or a restore loses nothing acknowledged, and leaves whole copies',
  { timeout: 600_000 },
  async () => {
    expect(await torture('--only', 'cuts', '--cuts', '21', '--sales', '12')).toContain('✓ cuts')
  },
)

it.runIf(canShim)(
  'power cuts find what a till without durable commits loses',
  { timeout: 600_000 },
  async () => {
    const found = await torture('--only', 'cuts', '--of', 'day', '--cuts', '20', '--sales', '20', '--unsafe')
    expect(found).toMatch(/✗ cuts.*\n.*(is|are) lost/)
  },
)

it.runIf(canShim)('a write or sync that fails costs no acknowledged sale', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'io', '--sales', '10', '--step', '101')).toContain('✓ io')
})
