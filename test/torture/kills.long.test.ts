/** A selling till is killed, and its disk or its data folder fails under it. */
import { describe, expect, it } from 'vitest'
import { torture } from './short.ts'

it('nothing is lost, doubled or out of order over 3 kills', { timeout: 600_000 }, async () => {
  expect(await torture('--only', 'kills', '--kills', '3')).toContain('✓ kills')
})

it('full, failing and read-only disks cost no acknowledged sale, and it sells on by itself', {
  timeout: 600_000,
}, async () => {
  expect(await torture('--only', 'disks', '--sizes', '3')).toMatch(/^(✓ disks|- disks skipped)/)
})

describe('a data folder that is deleted, moved, replaced, unmounted or made read-only under a selling till', () => {
  it('costs no acknowledged sale', { timeout: 600_000 }, async () => {
    expect(await torture('--only', 'folder', '--rounds', '6')).toMatch(/^(✓ folder|- folder skipped)/)
  })

  it('is found to cost some with a planted bug', { timeout: 600_000 }, async () => {
    const report = await torture('--only', 'folder', '--rounds', '5', '--bugs', 'comparisonRemoved')
    expect(report).toMatch(/^(✓ .* found|✗ .* this needs Linux)/)
  })
})
