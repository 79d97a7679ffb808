import type { ReactNode } from 'react'
import { signs, type Tone } from './StateWord.tsx'
import './Chip.css'

/** A short fact in a lozenge. With a tone it also shows the tone's sign, unless it brings its own. */
export function Chip({ tone, sign, children }: { tone?: Tone; sign?: string; children: ReactNode }) {
  const shown = sign ?? (tone && signs[tone])
  return (
    <span className="chip" data-tone={tone}>
      {shown && <span aria-hidden="true">{shown}</span>}
      {children}
    </span>
  )
}
