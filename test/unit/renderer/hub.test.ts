import { describe, expect, it } from 'vitest'
import { type HubLinkView, type HubProblem, hubProblems } from '../../../core/contract/hubLink.ts'
import { groupedCode, isWholeCode, typedCode } from '../../../renderer/screens/hub/pairingForm.ts'
import { troubleOf } from '../../../renderer/screens/hub/troubleOf.ts'

describe('a pairing code', () => {
  it.each([
    ['abcd1234', 'ABCD-1234'],
    ['abcd-', 'ABCD'],
    ['o0il', '0011'],
    ['ab u! cd', 'ABCD'],
    ['abcd efgh 1234 5678 9999', 'ABCD-EFGH-1234-5678'],
  ])('typed as “%s” is shown as %s', (typed, shown) => expect(groupedCode(typed)).toBe(shown))

  it('is grouped while somebody types or deletes at its end, and left alone in the middle', () => {
    let shown = ''
    for (const sign of 'abcd1') shown = typedCode(shown, shown + sign)
    expect(shown).toBe('ABCD-1')
    expect(typedCode('ABCD-1', 'ABCD-')).toBe('ABCD')
    expect(typedCode('ABCD-1234', 'ABXCD-1234')).toBe('ABXCD-1234')
  })

  it('is whole with sixteen characters', () => {
    expect([isWholeCode('abcd efgh 1234 567'), isWholeCode('abcd efgh 1234 5678')]).toEqual([false, true])
  })
})

describe('what keeps a till from its hub', () => {
  const trouble = (problem: HubProblem | null, silentSince: number | null = null) =>
    troubleOf({ problem, silentSince } as HubLinkView)

  it('is nothing while the hub is only busy, or missed one answer', () => {
    expect([trouble(null), trouble('busy'), trouble('unreachable')]).toEqual([null, null, null])
  })

  it('is its silence, with the time', () => {
    for (const problem of [null, 'busy', 'unreachable'] as const)
      expect(trouble(problem, 7)).toMatchObject({ silentSince: 7, tone: 'wait' })
  })

  it('is else its reason, which calls a person unless it passes', () => {
    const others = hubProblems.filter((problem) => problem !== 'busy' && problem !== 'unreachable')
    const passing = others.filter((problem) => trouble(problem, 7)?.tone === 'wait')
    expect(passing).toEqual(['unconfirmed', 'hubFailed'])
    for (const problem of others) expect(trouble(problem, 7)).toMatchObject({ problem, silentSince: null })
  })
})
