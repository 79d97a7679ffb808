import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import './Page.css'

interface PageProps {
  title: string
  /** The way back, before the title, for a page behind another. */
  back?: { label: string; onPress: () => void }
  /** Beside the title: filters, search. */
  head?: ReactNode
  /** At the right end: what one does on this page. */
  acts?: ReactNode
  children: ReactNode
}

/** The frame of every screen but Sell: a title with its filters and acts, and the work under it. */
export function Page({ title, back, head, acts, children }: PageProps) {
  return (
    <div className="page">
      <header className="page-head">
        {back && <IconButton icon="back" {...back} />}
        <h1>{title}</h1>
        {head}
        {acts && <div className="page-acts">{acts}</div>}
      </header>
      {children}
    </div>
  )
}
