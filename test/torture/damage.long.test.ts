/** Files of a closed till are damaged, lost, older or changed. */
import { describe, expect, it } from 'vitest'
import { torture } from './short.ts'

describe('a damaged, lost or older database of the installation', () => {
  it('shows the same shop, or people hear of it', { timeout: 600_000 }, async () => {
    expect(await torture('--only', 'workspace', '--rounds', '6')).toContain('✓ workspace')
  })
})

describe('changed bytes, journal lines and rows of a closed till', () => {
  it('cost no acknowledged sale unnoticed, and none reaches the authority', {
    timeout: 600_000,
  }, async () => {
    expect(await torture('--only', 'bytes', '--rounds', '6')).toContain('✓ bytes')
  })

  it('are found to cost some with a planted bug', { timeout: 600_000 }, async () => {
    const bug = 'linesBehindDamageDropped'
    expect(await torture('--only', 'bytes', '--rounds', '30', '--bugs', bug)).toMatch(/^✓/)
  })
})
