import type { HubLinkView, HubProblem } from '../../../core/contract/hubLink.ts'

/** Problems that end without a person. */
const passing: ReadonlySet<HubProblem> = new Set(['unreachable', 'busy', 'unconfirmed', 'hubFailed'])

/** Why till and hub do not work together now; null: they do. A hub that is silent or busy for a moment is no trouble. */
export function troubleOf({ problem, silentSince }: HubLinkView) {
  if (problem === null || problem === 'unreachable' || problem === 'busy')
    return silentSince === null
      ? null
      : { problem: problem ?? 'unreachable', silentSince, tone: 'wait' as const }
  return { problem, silentSince: null, tone: passing.has(problem) ? ('wait' as const) : ('bad' as const) }
}
