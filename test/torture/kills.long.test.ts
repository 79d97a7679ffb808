/** A selling till is killed, and its disk or its data folder fails under it. */
import { describe, expect, it } from 'vitest'
import { torture } from './short.ts'

it('nothing is lost, doubled or out of order over 2 kills', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'kills', '--kills', '2')).toContain('✓ kills')
})

it('each Z of a day is what the authority and the cash book say, also after a kill', {
  timeout: 600_000,
}, async () => {
  expect(await torture('--only', 'day', '--days', '1', '--day-sales', '50')).toContain('✓ day')
})

it('full, failing and read-only disks cost no acknowledged sale, and it sells on by itself', {
  timeout: 600_000,
}, async () => {
  expect(await torture('--only', 'disks', '--sizes', '2')).toMatch(/^(✓ disks|- disks skipped)/)
})

describe('a data folder that is deleted, moved, replaced, unmounted or made read-only under a selling till', () => {
  it('costs no acknowledged sale', { timeout: 600_000 }, async () => {
    expect(await torture('--only', 'folder', '--rounds', '4')).toMatch(/^(✓ folder|- folder skipped)/)
  })

  it('is found to cost some with a planted bug', { timeout: 600_000 }, async () => {
    const report = await torture('--only', 'folder', '--rounds', '5', '--bugs', 'comparisonRemoved')
    expect(report).toMatch(/^(✓ .* found|✗ .* this needs Linux)/)
  })
})
