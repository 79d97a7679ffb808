/** Short runs of what `npm run torture` does for hours. */
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { tortureBugs } from './bugs.ts'

const canShim = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
const torture = async (...args: string[]): Promise<string> => {
  const run = fileURLToPath(new URL('run.ts', import.meta.url))
  const ended = promisify(execFile)(process.execPath, [run, ...args])
  const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error)
  return `${stdout}${stderr}`
}

it('nothing is lost, doubled or out of order over 12 kills', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'kills', '--kills', '12')).toContain('✓ kills')
})

it.runIf(canShim)('nothing acknowledged is lost in 150 power cuts', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'cuts', '--of', 'day', '--cuts', '150', '--sales', '30')).toContain('✓ cuts')
})

it.runIf(canShim).each([
  ['migration', 'an upgrade is done or not, with a copy of before'],
  ['backup', 'a copy that has its name is whole'],
  ['restore', 'a copy is in place or not, and the file it replaced is kept'],
])('power cuts in a %s: %s', { timeout: 600_000 }, async (of) => {
  expect(await torture('--only', 'cuts', '--of', of, '--cuts', '40', '--sales', '12')).toContain('✓ cuts')
})

it.runIf(canShim)(
  'power cuts find what a till without durable commits loses',
  { timeout: 600_000 },
  async () => {
    const found = await torture('--only', 'cuts', '--of', 'day', '--cuts', '150', '--sales', '30', '--unsafe')
    expect(found).toMatch(/✗ cuts.*\n.*(is|are) lost/)
  },
)

it.runIf(canShim)('a write or sync that fails costs no acknowledged sale', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'io', '--sales', '10', '--step', '101')).toContain('✓ io')
})

it('full, failing and read-only disks cost no acknowledged sale, and it sells on by itself', {
  timeout: 600_000,
}, async () => {
  expect(await torture('--only', 'disks', '--sizes', '10')).toMatch(/^(✓ disks|- disks skipped)/)
})

const found = /^(✓ .* found|✗ .* this needs Linux)/

describe('a data folder that is deleted, moved, replaced, unmounted or made read-only under a selling till', () => {
  it('costs no acknowledged sale', { timeout: 600_000 }, async () => {
    expect(await torture('--only', 'folder', '--rounds', '6')).toMatch(/^(✓ folder|- folder skipped)/)
  })

  it.each(Object.keys(tortureBugs.folder))(
    'is found to cost some with %s',
    { timeout: 600_000 },
    async (bug) => {
      expect(await torture('--only', 'folder', '--rounds', '5', '--bugs', bug)).toMatch(found)
    },
  )
})

describe('a damaged, lost or older database of the installation', () => {
  it('shows the same shop, or people hear of it', { timeout: 600_000 }, async () => {
    expect(await torture('--only', 'workspace', '--rounds', '6')).toContain('✓ workspace')
  })
})

describe('changed bytes, journal lines and rows of a closed till', () => {
  it('cost no acknowledged sale unnoticed, and none reaches the authority', {
    timeout: 600_000,
  }, async () => {
    expect(await torture('--only', 'bytes', '--rounds', '8')).toContain('✓ bytes')
  })

  it.each(['linesBehindDamageDropped', 'evidenceNotKept'])(
    'are found to cost some with %s',
    { timeout: 600_000 },
    async (bug) => {
      expect(await torture('--only', 'bytes', '--rounds', '30', '--bugs', bug)).toMatch(/^✓/)
    },
  )
})
