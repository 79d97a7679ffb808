import type { ReactNode } from 'react'
import { signs, type Tone } from './StateWord.tsx'
import './Note.css'

export interface NoteProps {
  tone: Exclude<Tone, 'off'>
  /** One sentence: what happened. */
  title: string
  /** The remedy, and the data that is safe. */
  children?: ReactNode
  /** The code for support, in small print. */
  code?: string
  /** Buttons. */
  acts?: ReactNode
}

/** A note of the till, which the bar shows on every screen. */
export interface BarNote extends NoteProps {
  key: string
  /** In the bar, where the title is too long for it. */
  short?: string
}

/** A sentence over the whole width: what happened, what is safe, what to do. */
export function Note({ tone, title, children, code, acts }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <span className="note-sign" aria-hidden="true">
        {signs[tone]}
      </span>
      <p>
        <b>{title}</b> {children}
        {code && <small> {code}</small>}
      </p>
      {acts && <div className="note-acts">{acts}</div>}
    </div>
  )
}
