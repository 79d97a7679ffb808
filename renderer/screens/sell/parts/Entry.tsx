import type { ReactNode } from 'react'
import './Entry.css'

interface EntryProps {
  label: string
  /** As typed so far. */
  text: string
  /** The value while nothing is typed. */
  instead: string
  before?: string
  after?: string
  /** The error of the entry, in words. */
  problem?: string | null
  children?: ReactNode
}

/** Figures typed on the pad or the keyboard, large; no field, so that a scanner cannot type into it. */
export function Entry({ label, text, instead, before, after, problem, children }: EntryProps) {
  return (
    <div className="entry">
      <span className="entry-label">{label}</span>
      <output
        className="entry-box"
        data-empty={text === '' || undefined}
        data-bad={problem ? true : undefined}
      >
        {before && <small>{before}</small>}
        <b>{text === '' ? instead : grouped(text)}</b>
        {after && <small>{after}</small>}
      </output>
      <p className="entry-below" role={problem ? 'alert' : undefined} data-bad={problem ? true : undefined}>
        {problem ?? children}
      </p>
    </div>
  )
}

/** `12345.6` as `12,345.6`. */
const grouped = (text: string) => text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
