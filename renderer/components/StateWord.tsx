import './StateWord.css'

/** ok: done; wait: continues by itself; unknown: must be asked; bad: needs a person; off: ended on purpose. */
export type Tone = 'ok' | 'wait' | 'unknown' | 'bad' | 'off'

export const signs: Record<Tone, string> = { ok: '✓', wait: '◷', unknown: '?', bad: '✕', off: '–' }

/** A state: sign, word and colour, so that no one of them carries it alone. */
export function StateWord({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="state-word" data-tone={tone}>
      <span aria-hidden="true">{signs[tone]}</span>
      {children}
    </span>
  )
}
